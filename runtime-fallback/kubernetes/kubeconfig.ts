import { readFileSync } from "node:fs";
import type { RequestOptions } from "node:https";
import { dirname, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { printable } from "../escape-text.ts";
import { ConnectError } from "./connect-error.ts";
import type { Credentials, TlsMaterial } from "./credentials.ts";
import { isJsonObject, objectsOf } from "../../compiler/api/json.ts";
import type { Access } from "./service-account.ts";

/** The library costs half a second and 50 MB and more: only who needs it loads it. */
type Library = typeof import("@kubernetes/client-node");

/** As the user of a kubeconfig, with whatever means of authentication the client library knows. */
export async function kubeconfigAccess(files: readonly string[], context: string | undefined): Promise<Access> {
  const library = await loadLibrary();
  let config = load(library, files, context);
  const url = urlOf(config);
  const reader = {
    read: () => readCredentials(config),
    readAnew: () => {
      config = load(library, files, context);
      return readCredentials(config);
    },
  };
  return { url, reader };
}

/** In the image there is none of it: a pod reads the token of its service account. */
async function loadLibrary(): Promise<Library> {
  try {
    return await import("@kubernetes/client-node");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConnectError(
      "this build cannot read a kubeconfig: @kubernetes/client-node is not part of it",
      "leave out --kubeconfig and --context, and run it in a pod whose service account token is mounted",
    );
  }
}

function load(library: Library, files: readonly string[], context: string | undefined): KubeConfig {
  const [first, ...others] = files.map((file) => loadFile(library, file));
  if (first === undefined) throw new ConnectError("there is no kubeconfig", "name one");
  for (const other of others) first.mergeConfig(other, true);
  if (context !== undefined) first.setCurrentContext(context);
  const current = first.getCurrentContext();
  if (first.getContextObject(current) !== null) return first;
  const known = first.getContexts().map(({ name }) => name);
  throw new ConnectError(
    `there is no context ${printable(current ?? "")} in ${files.join(", ")}`,
    `name one of ${known.join(", ")}`,
  );
}

function loadFile(library: Library, file: string): KubeConfig {
  const config = new library.KubeConfig();
  try {
    config.loadFromFile(file);
    config.users = config.users.map((user) => {
      const tokenFile = tokenFileOf(library.loadYaml(readFileSync(file, "utf8")), user.name);
      if (tokenFile === undefined) return user;
      const { token: _, ...others } = user;
      return { ...others, authProvider: { name: "tokenFile", config: { tokenFile: resolve(dirname(file), tokenFile) } } };
    });
    return config;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`${file} cannot be used: ${printable(reason)}`, "name a kubeconfig that kubectl accepts");
  }
}

/** The library reads `token-file`, once; kubectl writes `tokenFile`, whose content changes. */
function tokenFileOf(config: unknown, name: string): string | undefined {
  const users = isJsonObject(config) ? objectsOf(config["users"]) : [];
  const user = users.find((one) => one["name"] === name)?.["user"];
  const file = isJsonObject(user) ? user["tokenFile"] : undefined;
  return typeof file === "string" && file !== "" ? file : undefined;
}

function urlOf(config: KubeConfig): string {
  const cluster = config.getCurrentCluster();
  if (cluster === null || !URL.canParse(cluster.server))
    throw new ConnectError("the cluster of this context has no URL", "fix the kubeconfig");
  if (cluster.proxyUrl !== undefined)
    throw new ConnectError("the cluster of this context is behind a proxy, which is not supported", "use another way to it");
  return cluster.server;
}

async function readCredentials(config: KubeConfig): Promise<Credentials> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value).trim()]);
  const basic = options.auth ? { authorization: `Basic ${Buffer.from(options.auth).toString("base64")}` } : {};
  return { headers: { ...basic, ...Object.fromEntries(headers) }, tls: tlsOf(options) };
}

function tlsOf({ ca, cert, key, passphrase, servername, rejectUnauthorized }: RequestOptions): TlsMaterial {
  return { ca: textOf(ca), cert: textOf(cert), key: textOf(key), passphrase, servername, rejectUnauthorized };
}

function textOf(material: unknown): string | undefined {
  if (typeof material === "string") return material;
  return Buffer.isBuffer(material) ? material.toString("utf8") : undefined;
}
