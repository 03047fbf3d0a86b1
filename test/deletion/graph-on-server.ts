import { randomUUID } from "node:crypto";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
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
  readonly #uids = new Map<number, string>();

  constructor(server: Server, graph: RandomGraph, number: number) {
    this.graph = graph;
    this.#prefix = `g${number}`;
    this.#server = server;
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
  }

  /** The answer of the API server to each delete that is asked for. */
  async delete({ of, propagationPolicy }: GraphTarget): Promise<ApiResponse> {
    const path = typeof of === "number" ? this.#path(of) : `/api/v1/namespaces/${this.#namespaceOf(of)}`;
    const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy };
    return this.#server.request({ method: "DELETE", path, body });
  }

  uidOf({ of }: GraphTarget, uids: (namespace: string) => string | undefined): string {
    return (typeof of === "number" ? this.#uids.get(of) : uids(this.#namespaceOf(of))) ?? "";
  }

  #namespaceOf(of: string): string {
    return this.namespace(of === "namespace 0" ? 0 : 1);
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
