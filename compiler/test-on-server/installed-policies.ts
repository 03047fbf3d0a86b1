import { readObjects } from "../manifest/yaml.ts";
import { isJsonObject } from "../api/json.ts";
import { type RequestServer, ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { CreatedObjects } from "./created-objects.ts";
import { until } from "./until.ts";

const root = "/apis/admissionregistration.k8s.io/v1";

type Document = Readonly<Record<string, unknown>>;

/** Policies and bindings of YAML files, by the collection that they belong into; policies come first. */
export function policyDocuments(files: readonly string[]): readonly (readonly [collection: string, document: Document])[] {
  const documents = files.flatMap((file) => readObjects(file, "1.1")).filter(isJsonObject);
  const of = (kind: string): readonly Document[] => documents.filter((document) => document["kind"] === kind);
  return [
    ...of("ValidatingAdmissionPolicy").map((document) => [`${root}/validatingadmissionpolicies`, document] as const),
    ...of("ValidatingAdmissionPolicyBinding").map((document) => [`${root}/validatingadmissionpolicybindings`, document] as const),
  ];
}

/** Rejects a cluster that has one of the policies already: it is somebody's, and this run would disarm it. */
export async function requireNoPolicies(files: readonly string[], client: RequestServer): Promise<void> {
  for (const [collection, document] of policyDocuments(files)) {
    const name = nameOf(document);
    const { status } = await client.request({ method: "GET", path: `${collection}/${name}` });
    if (status === 404) continue;
    if (status !== 200) throw new ClusterError(`${collection} answers ${status}`, "use a context of a cluster administrator");
    throw new ClusterError(
      `the cluster has a ${String(document["kind"])} ${name} already`,
      "tests on a server change only what they have made themselves: use a throwaway cluster",
    );
  }
}

/** Creates the policies as they are in the files, and returns when the server goes by them. */
export async function installPolicies(files: readonly string[], canary: Canary, created: CreatedObjects): Promise<void> {
  await canary.prepare();
  for (const [collection, document] of policyDocuments(files)) await created.require(collection, document);
  await canary.arm();
}

/**
 * An object of this run's that its own policy protects: written last, it tells of everything that was written before.
 */
export class Canary {
  readonly #name: string;
  readonly #client: RequestServer;
  readonly #created: CreatedObjects;

  constructor(name: string, client: RequestServer, created: CreatedObjects) {
    this.#name = name;
    this.#client = client;
    this.#created = created;
  }

  async prepare(): Promise<void> {
    const metadata = { name: this.#name };
    await this.#created.require("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    const collection = `/api/v1/namespaces/${this.#name}/configmaps`;
    await this.#created.require(collection, { apiVersion: "v1", kind: "ConfigMap", metadata });
  }

  /**
   * Once a second the server takes a new snapshot: first of all bindings, then of their policies, from one watch of
   * each, which deliver in the order of writing (apiserver: plugin/policy/generic/policy_source.go).
   */
  async arm(): Promise<void> {
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] };
    const validation = { expression: `oldObject.metadata.name != '${this.#name}'`, message: this.#name, reason: "Forbidden" };
    const spec = { matchConstraints: { resourceRules: [rule] }, validations: [validation] };
    const metadata = { name: this.#name };
    await this.#created.require(`${root}/validatingadmissionpolicies`, { metadata, spec });
    const binding = { policyName: this.#name, validationActions: ["Deny"] };
    await this.#created.require(`${root}/validatingadmissionpolicybindings`, { metadata, spec: binding });
    if (await until(() => this.#isKept())) return;
    throw new ClusterError("the policies do not take effect", "is ValidatingAdmissionPolicy switched off in this cluster?");
  }

  async #isKept(): Promise<boolean> {
    const path = `/api/v1/namespaces/${this.#name}/configmaps/${this.#name}?dryRun=All`;
    const { status, body } = await this.#client.request({ method: "DELETE", path });
    return status === 403 && String(body["message"]).endsWith(`denied request: ${this.#name}`);
  }
}

function nameOf({ metadata }: Document): string {
  return isJsonObject(metadata) ? String(metadata["name"]) : "";
}
