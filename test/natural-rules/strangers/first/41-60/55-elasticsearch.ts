import { deletionPolicy, type KubernetesObject } from "holdfast";

type Health = "green" | "yellow" | "red" | "unknown";
interface NodeSet { name: string; count: number; config?: { "node.roles"?: string[] } }
interface Elasticsearch extends KubernetesObject {
  spec?: { version: string; nodeSets: NodeSet[]; volumeClaimDeletePolicy?: "DeleteOnScaledownOnly" | "DeleteOnScaledownAndClusterDeletion" };
  status?: { health?: Health; availableNodes?: number };
}

const RANK: Record<Health, number> = { unknown: 0, red: 1, yellow: 2, green: 3 };

export default deletionPolicy<Elasticsearch>({
  name: "elasticsearch",
  match: [{ group: "elasticsearch.k8s.elastic.co", version: "v1", resource: "elasticsearches" }],
  rules: {
    healthy: {
      denyWhen: ({ oldObject: { status, spec } }) =>
        RANK[status?.health ?? "unknown"] >= RANK.yellow &&
        (spec?.volumeClaimDeletePolicy ?? "DeleteOnScaledownAndClusterDeletion") === "DeleteOnScaledownAndClusterDeletion",
      message: ({ oldObject: { metadata, status, spec } }) => {
        const data = (spec?.nodeSets ?? []).filter((n) => n.config?.["node.roles"]?.some((r) => r.startsWith("data")) ?? true);
        const [biggest] = [...data].sort((a, b) => b.count - a.count);
        return `Elasticsearch ${metadata.name} is ${status?.health ?? "unknown"} with ${status?.availableNodes ?? 0} nodes (biggest set: ${biggest?.name ?? "none"})`;
      },
    },
  },
});
