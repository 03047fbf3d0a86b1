import { type UntypedObject, NotEvaluatedHere } from "../../simulator/admission/index.ts";
import type { ServedApis } from "../../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { formatMinor } from "../../ir/kubernetes-version.ts";
import { isTestedObject } from "../../simulator/testing/object-problem.ts";
import { type Asker, minorOf, whoAsks } from "../asker.ts";
import type { AskingClient } from "../asking-client.ts";
import { Rights } from "../rights.ts";

/** One API server, and what is known of it; nothing of that is asked twice, so an endpoint is for one look. */
export class Endpoint {
  readonly client: AskingClient;
  readonly discovery: ServedApis;
  readonly asker: Asker;
  readonly rights: Rights;
  readonly minor: number;
  readonly #namespaces = new Map<string, Promise<UntypedObject>>();
  readonly #aggregated = new Map<string, Promise<string | undefined>>();

  constructor(client: AskingClient, asker: Asker, minor: number) {
    this.client = client;
    this.discovery = client.discover();
    this.asker = asker;
    this.minor = minor;
    this.rights = new Rights(client, asker);
  }

  static async open(client: AskingClient): Promise<Endpoint> {
    return new Endpoint(client, await whoAsks(client), await minorOf(client));
  }

  /** `1.37` */
  get kube(): string {
    return formatMinor(this.minor);
  }

  /** The Namespace as rules see it; throws where it cannot be read. */
  namespace(name: string): Promise<UntypedObject> {
    const known = this.#namespaces.get(name) ?? this.#readNamespace(name);
    this.#namespaces.set(name, known);
    return known;
  }

  async #readNamespace(name: string): Promise<UntypedObject> {
    const { status, body } = await this.client.get(`/api/v1/namespaces/${name}`);
    const namespace = { ...body, apiVersion: "v1", kind: "Namespace" };
    if (status === 200 && isTestedObject(namespace)) return { ...namespace, metadata: { ...namespace.metadata } };
    throw new NotEvaluatedHere(`Namespace ${name}, which this user cannot read: ${String(body["message"])}`);
  }

  /**
   * Why deletes of a group's kinds must not be tried; undefined: they may. Another server behind an APIService might know no
   * dry runs, and this API server's policies do not reach it.
   */
  whyUntouchable(group: string, version: string): Promise<string | undefined> {
    const name = `${version}.${group}`;
    const known = this.#aggregated.get(name) ?? this.#readApiService(name);
    this.#aggregated.set(name, known);
    return known;
  }

  async #readApiService(name: string): Promise<string | undefined> {
    const { status, body } = await this.client.get(`/apis/apiregistration.k8s.io/v1/apiservices/${name}`);
    if (status === 404) return undefined;
    if (status !== 200)
      return `the APIService ${name} cannot be read, so it is not known who answers: ${String(body["message"])}`;
    const spec: unknown = body["spec"];
    const isOurs = typeof spec === "object" && spec !== null && !("service" in spec && spec.service !== null);
    return isOurs ? undefined : `another server answers for ${name}, which may know no dry runs`;
  }
}
