import { asError } from "../../compiler/api/helpful-error.ts";
import { request } from "node:https";
import { isIP } from "node:net";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { isJsonObject, objectsOf, textsOf, type JsonObject } from "../../compiler/api/json.ts";
import { list } from "../kubernetes/list.ts";
import { type Coverage, coveragePath } from "../webhook/coverage.ts";

/** Where a replica of the webhook is asked. */
export interface Replica {
  readonly host: string;
  readonly port: number;
  /** The name in its certificate. */
  readonly serverName: string;
  /** Of its Pod, which serves the same rules as long as it lives; undefined where it is no Pod. */
  readonly uid: string | undefined;
}

/** What a replica says that its routes cover, by their paths. */
export type Covered = ReadonlyMap<string, readonly Coverage[]>;

const slices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices" } as const;
const maxBytes = 1024 * 1024;
const answerMs = 5_000;

/** Every endpoint that API servers may be asking: those that are ready, and those that end and still answer. */
export async function replicasOf(
  api: ApiServer,
  { namespace, service }: { readonly namespace: string; readonly service: string },
  signal: AbortSignal,
): Promise<readonly Replica[]> {
  const query = { resource: slices, namespace, labelSelector: `kubernetes.io/service-name=${service}` };
  const { items } = await list(api, query, { signal });
  const serverName = `${service}.${namespace}.svc`;
  return items.flatMap((slice) => {
    const ports = objectsOf(slice["ports"]).flatMap(({ port }) => (typeof port === "number" ? [port] : []));
    return objectsOf(slice["endpoints"])
      .filter(isServing)
      .flatMap(({ addresses, targetRef }) => {
        const uid = isJsonObject(targetRef) && typeof targetRef["uid"] === "string" ? targetRef["uid"] : undefined;
        const [host] = textsOf(addresses);
        return host === undefined ? [] : ports.map((port): Replica => ({ host, port, serverName, uid }));
      });
  });
}

function isServing({ conditions }: JsonObject): boolean {
  if (!isJsonObject(conditions)) return true;
  return conditions["ready"] !== false || conditions["serving"] === true;
}

/** Asks it, over TLS as an API server does. Rejects where it cannot be asked, or does not say. */
export function coveredBy(
  { host, port, serverName }: Replica,
  authority: string | undefined,
  signal: AbortSignal,
): Promise<Covered> {
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port,
      path: coveragePath,
      ca: authority,
      // The address is compared by itself.
      ...(isIP(serverName) === 0 && { servername: serverName }),
      agent: false,
      signal,
      timeout: answerMs,
    };
    const sent = request(options, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) sent.destroy(new Error("its answer has no end"));
        chunks.push(chunk);
      });
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode !== 200) return reject(new Error(`it answers ${answer.statusCode}, as older versions do`));
        try {
          resolve(coverageIn(JSON.parse(Buffer.concat(chunks).toString("utf8"))));
        } catch (error) {
          reject(asError(error));
        }
      });
    });
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
    sent.on("error", reject);
    sent.end();
  });
}

function coverageIn(body: unknown): Covered {
  if (!isJsonObject(body) || !Array.isArray(body["routes"])) throw new Error("its answer names no routes");
  return new Map(
    objectsOf(body["routes"]).map(({ path, covers }) => [
      String(path),
      objectsOf(covers).map((one): Coverage => ({
        group: String(one["group"]),
        resource: String(one["resource"]),
        ...(Array.isArray(one["versions"]) && { versions: textsOf(one["versions"]) }),
        operations: textsOf(one["operations"]) as Coverage["operations"],
      })),
    ]),
  );
}
