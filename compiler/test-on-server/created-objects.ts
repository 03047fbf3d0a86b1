import { isJsonObject } from "../api/json.ts";
import { type ApiAnswer, type RequestServer, mergePatch, ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import { until } from "./until.ts";

/** An object that this run has made, and that nobody else has. */
interface Created {
  readonly path: string;
  readonly uid: string;
}

type Stored = Readonly<Record<string, unknown>>;

/**
 * Remembers what a run creates, and removes it in the end, last things first. Whatever was there before is not touched.
 */
export class CreatedObjects {
  readonly #client: RequestServer;
  readonly #created: Created[] = [];
  /** Paths of everything that was ever created, whether it is still there or not. */
  readonly #paths = new Set<string>();

  constructor(client: RequestServer) {
    this.#client = client;
  }

  /** The answer to the POST; 409 where an object of this name is there already. */
  async create(collection: string, body: object): Promise<ApiAnswer> {
    const answer = await this.#client.request({ method: "POST", path: collection, body });
    const created = createdFrom(answer.body, collection);
    if (answer.status === 201 && created !== undefined) {
      this.#created.push(created);
      this.#paths.add(created.path);
    }
    return answer;
  }

  /** Creates what a run cannot do without. */
  async require(collection: string, body: object): Promise<void> {
    const { status, body: answered } = await this.create(collection, body);
    if (status === 201) return;
    throw new ClusterError(
      `POST ${collection} was denied: ${String(answered["message"])}`,
      "use the context of a cluster administrator, in a throwaway cluster",
    );
  }

  /** Removes what was created since `from`, and tells what is left anyway. */
  async remove(from = 0): Promise<readonly string[]> {
    const left: string[] = [];
    while (this.#created.length > from) {
      const last = this.#created.pop();
      if (last !== undefined && !(await this.#removeOne(last))) left.push(last.path);
    }
    return left;
  }

  get count(): number {
    return this.#created.length;
  }

  /**
   * A policy of the run may be in force for another second, so its denial is not the last
   * word. That of any other policy is.
   */
  async #removeOne({ path, uid }: Created): Promise<boolean> {
    const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid }, gracePeriodSeconds: 0 };
    let isGone = false;
    await until(async () => {
      const { status, body: answered } = await this.#client.request({ method: "DELETE", path, body });
      if (status < 300) await this.#release(path, answered);
      isGone = status < 300 || status === 404 || status === 409;
      return isGone || this.#isDeniedByOthers(answered);
    });
    return isGone;
  }

  #isDeniedByOthers({ message }: Stored): boolean {
    const [, policy] = /ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: /.exec(String(message)) ?? [];
    return policy !== undefined && !this.#paths.has(policyPath(policy));
  }

  /** Finalizers of a test's object are nobody's: no controller will ever take them off. */
  async #release(path: string, answered: Stored): Promise<void> {
    const metadata = isJsonObject(answered["metadata"]) ? answered["metadata"] : {};
    if (!Array.isArray(metadata["finalizers"])) return;
    await this.#client.request({ method: "PATCH", path, contentType: mergePatch, body: { metadata: { finalizers: null } } });
  }
}

function policyPath(name: string): string {
  return `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/${name}`;
}

function createdFrom({ metadata }: Stored, collection: string): Created | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const { name, uid } = metadata;
  return typeof name === "string" && typeof uid === "string" ? { path: `${collection}/${name}`, uid } : undefined;
}
