import { randomUUID } from "node:crypto";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { claimsPath, createClaims, createVolumes, setsPath, volumesPath } from "./storage-on-server.ts";
import type { GraphKind, GraphNode, GraphTarget, RandomGraph } from "./random-graph.ts";

type Server = Pick<ControlPlane, "request">;

export const graphGroup = "graphs.example.com";

const api: Readonly<Record<GraphKind, { readonly apiVersion: string; readonly path: string; readonly plural: string }>> = {
  ConfigMap: { apiVersion: "v1", path: "/api/v1", plural: "configmaps" },
  Secret: { apiVersion: "v1", path: "/api/v1", plural: "secrets" },
  Widget: { apiVersion: `${graphGroup}/v1`, path: `/apis/${graphGroup}/v1`, plural: "widgets" },
  Gadget: { apiVersion: `${graphGroup}/v1`, path: `/apis/${graphGroup}/v1`, plural: "gadgets" },
};

/** A graph under names that no other has. */
export class GraphOnServer {
  readonly graph: RandomGraph;
  readonly #prefix: string;
  readonly #server: Server;
  readonly #data: string;
  readonly #uids = new Map<number, string>();
  readonly #storage = new Map<string, string>();

  constructor(server: Server, graph: RandomGraph, { number, data }: { readonly number: number; readonly data: string }) {
    this.graph = graph;
    this.#prefix = `g${number}`;
    this.#server = server;
    this.#data = data;
  }

  namespace(at: 0 | 1): string {
    return `${this.#prefix}-${at}`;
  }

  /** Whether the object is one of the graph, or has come with its Namespaces. */
  owns({ namespace, name }: { readonly namespace: string | undefined; readonly name: string }): boolean {
    return (namespace ?? name).startsWith(`${this.#prefix}-`);
  }

  async create(): Promise<void> {
    for (const at of [0, 1] as const)
      await created(this.#server, "/api/v1/namespaces", { metadata: { name: this.namespace(at) } });
    for (const [at, node] of this.graph.nodes.entries()) {
      const { metadata } = await created(this.#server, this.#collection(node), this.#object(node, at));
      this.#uids.set(at, metadata.uid);
    }
    for (const { owner, dependent } of this.graph.circles) await this.#addOwner(owner, dependent);
    this.#keep(await createVolumes(this.#server, this.graph, this.#names()));
  }

  /** What binds claims looks for volumes once, and then 15 seconds later: these are to be there before. */
  async createClaims(): Promise<void> {
    this.#keep(await createClaims(this.#server, this.graph, this.#names()));
  }

  #keep(uids: ReadonlyMap<string, string>): void {
    for (const [name, uid] of uids) this.#storage.set(name, uid);
  }

  #names(): Parameters<typeof createClaims>[2] {
    return {
      prefix: this.#prefix,
      data: this.#data,
      namespace: (at) => this.namespace(at),
      reference: (of) => this.#reference(of, { blocks: true, isRenamed: false }),
    };
  }

  /** The answer of the API server to each delete that is asked for. */
  async delete({ of, propagationPolicy }: GraphTarget): Promise<ApiResponse> {
    const path = this.#targetPath(of);
    const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy };
    return this.#server.request({ method: "DELETE", path, body });
  }

  uidOf({ of }: GraphTarget, uids: (namespace: string) => string | undefined): string {
    if (typeof of === "object") return this.#storage.get(`${of.kind} ${of.at}`) ?? "";
    return (typeof of === "number" ? this.#uids.get(of) : uids(this.#namespaceOf(of))) ?? "";
  }

  #namespaceOf(of: string): string {
    return this.namespace(of === "namespace 0" ? 0 : 1);
  }

  #targetPath(of: GraphTarget["of"]): string {
    if (typeof of === "number") return this.#path(of);
    if (typeof of === "string") return `/api/v1/namespaces/${this.#namespaceOf(of)}`;
    const { kind, at } = of;
    if (kind === "set") return `${setsPath(this.namespace(this.graph.sets[at]?.namespace ?? 0))}/${this.#prefix}-set-${at}`;
    const name = `${this.#prefix}-volume-${at}`;
    if (kind === "volume") return `${volumesPath}/${name}`;
    return `${claimsPath(this.namespace(this.graph.volumes[at]?.namespace ?? 0))}/${name}`;
  }

  #collection({ kind, namespace }: GraphNode): string {
    const { path, plural } = api[kind];
    return kind === "Gadget" ? `${path}/${plural}` : `${path}/namespaces/${this.namespace(namespace)}/${plural}`;
  }

  #path(at: number): string {
    return `${this.#collection(this.graph.nodes[at] as GraphNode)}/${this.#prefix}-${at}`;
  }

  #object({ kind, owners, hasFinalizer, isKept }: GraphNode, at: number): object {
    const seen = new Set<number | "absent">();
    const named = owners.filter(({ of }) => !seen.has(of) && seen.add(of));
    return {
      apiVersion: api[kind].apiVersion,
      kind,
      metadata: {
        name: `${this.#prefix}-${at}`,
        ...(isKept && { labels: { keep: "yes" } }),
        ...(hasFinalizer && { finalizers: ["example.com/wait"] }),
        ownerReferences: named.map((one) => this.#reference(one.of, one)),
      },
    };
  }

  #reference(of: number | "absent", { blocks, isRenamed }: { readonly blocks: boolean; readonly isRenamed: boolean }): object {
    const node = of === "absent" ? undefined : this.graph.nodes[of];
    const { apiVersion } = api[node?.kind ?? "ConfigMap"];
    return {
      apiVersion,
      kind: node?.kind ?? "ConfigMap",
      name: isRenamed || of === "absent" ? "nobody" : `${this.#prefix}-${of}`,
      uid: of === "absent" ? randomUUID() : (this.#uids.get(of) ?? randomUUID()),
      blockOwnerDeletion: blocks,
    };
  }

  /** Where a policy denies that, or the object is gone already, there is no circle. */
  async #addOwner(owner: number, dependent: number): Promise<void> {
    if (owner === dependent) return;
    const path = this.#path(dependent);
    const { status, body } = await this.#server.request({ method: "GET", path });
    if (status !== 200) return;
    const { ownerReferences = [] } = body["metadata"] as { readonly ownerReferences?: readonly { readonly uid: string }[] };
    if (ownerReferences.some(({ uid }) => uid === this.#uids.get(owner))) return;
    const added = this.#reference(owner, { blocks: true, isRenamed: false });
    await this.#server.request(mergePatch(path, { metadata: { ownerReferences: [...ownerReferences, added] } }));
  }
}
