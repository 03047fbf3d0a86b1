import type { ApiRequest, ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created, mergePatch } from "../../control-plane/requests.ts";
import { untilMay, createRole } from "../../control-plane/roles.ts";
import { markOf } from "./policies.ts";

interface Stored {
  readonly metadata: { readonly name: string; readonly uid: string };
}

interface Condition {
  readonly type: string;
  readonly message: string;
}

/** A Namespace with ConfigMaps, for what is shown of one threat. */
export class Shop {
  readonly #server: ControlPlane;
  readonly #threat: string;
  readonly namespace: string;
  readonly path: string;

  private constructor(server: ControlPlane, threat: string) {
    this.#server = server;
    this.#threat = threat;
    this.namespace = `limits-${threat}`;
    this.path = `/api/v1/namespaces/${this.namespace}`;
  }

  static async open(server: ControlPlane, threat: string): Promise<Shop> {
    const shop = new Shop(server, threat);
    await shop.stored("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: shop.namespace } });
    return shop;
  }

  send(method: ApiRequest["method"], path: string, body?: unknown): Promise<ApiResponse> {
    return this.#server.request({ method, path, ...(body === undefined ? {} : { body }) });
  }

  patch(path: string, body: unknown): Promise<ApiResponse> {
    return this.#server.request(mergePatch(path, body));
  }

  objectOf(name: string, labels: Readonly<Record<string, string>>): object {
    return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: this.namespace, labels } };
  }

  /** A ConfigMap that is protected. */
  keep(name: string, more: object = {}): Promise<Stored> {
    return this.#create(name, { labels: { [markOf(this.#threat)]: "true" }, ...more });
  }

  leave(name: string): Promise<Stored> {
    return this.#create(name, {});
  }

  async annotate(name: string, annotations: Readonly<Record<string, string>>): Promise<void> {
    const { status, text } = await this.patch(this.#pathOf(name), { metadata: { annotations } });
    if (status !== 200) throw new Error(text);
  }

  delete(name: string, as?: string): Promise<ApiResponse> {
    return this.#server.request({ method: "DELETE", path: this.#pathOf(name), ...(as === undefined ? {} : { as }) });
  }

  async read(name: string): Promise<Stored | undefined> {
    const { status, body } = await this.send("GET", this.#pathOf(name));
    return status === 404 ? undefined : (body as unknown as Stored);
  }

  async isGone(name: string): Promise<boolean> {
    return (await this.read(name)) === undefined;
  }

  /** Why the Namespace does not end. */
  async waitsFor(): Promise<string> {
    const { body } = await this.send("GET", this.path);
    const { conditions = [] } = (body["status"] ?? {}) as { readonly conditions?: readonly Condition[] };
    return conditions.find(({ type }) => type === "NamespaceDeletionContentFailure")?.message ?? "";
  }

  /** In the whole cluster. Returns when the user may delete ConfigMaps. */
  async grant(user: string, rule: object): Promise<void> {
    const subjects = [{ kind: "User", name: user }] as const;
    await createRole(this.#server, { name: `limits-${user}`, rules: [rule], subjects });
    await untilMay(this.#server, user, { namespace: this.namespace, verb: "delete", resource: "configmaps" });
  }

  stored(path: string, body: object): Promise<Stored> {
    return created(this.#server, path, body);
  }

  #create(name: string, metadata: object): Promise<Stored> {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } };
    return this.stored(`${this.path}/configmaps`, body);
  }

  #pathOf(name: string): string {
    return `${this.path}/configmaps/${name}`;
  }
}
