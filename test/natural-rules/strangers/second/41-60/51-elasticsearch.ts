import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Elasticsearch extends KubernetesObject {
  spec: {
    version: string;
    volumeClaimDeletePolicy?: "DeleteOnScaledownOnly" | "DeleteOnScaledownAndClusterDeletion";
    nodeSets: {
      name: string;
      count: number;
      config?: { "node.roles"?: string[] };
      volumeClaimTemplates?: { spec: { resources: { requests: { storage: string } } } }[];
    }[];
  };
  status?: { health?: "green" | "yellow" | "red" | "unknown"; availableNodes?: number };
}

type NodeSet = Elasticsearch["spec"]["nodeSets"][number];

const isData = (n: NodeSet) => {
  const roles = n.config?.["node.roles"];
  return !roles || roles.some((r) => r === "data" || r.startsWith("data_"));
};

const gib = (text: string): number => {
  const [, num = "0", unit = ""] = text.match(/^([\d.]+)(Mi|Gi|Ti)?$/) ?? [];
  const table = { Mi: 1 / 1024, Gi: 1, Ti: 1024 } as Record<string, number>;
  return Number(num) * (table[unit] ?? 0);
};

export default deletionPolicy<Elasticsearch>({
  name: "elasticsearch",
  match: [{ group: "elasticsearch.k8s.elastic.co", resource: "elasticsearches" }],
  rules: {
    volumesWouldGo: {
      denyWhen: ({ oldObject: { spec, status } }) =>
        spec.volumeClaimDeletePolicy !== "DeleteOnScaledownOnly" && status?.health !== "unknown" && spec.nodeSets.some((n) => n.count > 0 && isData(n)),
      message: ({ oldObject }) => {
        let total = 0;
        const sets: string[] = [];
        for (const n of oldObject.spec.nodeSets.filter(isData)) {
          const perNode = (n.volumeClaimTemplates ?? []).reduce((acc, t) => acc + gib(t.spec.resources.requests.storage), 0);
          total += perNode * n.count;
          sets.push(`${n.name}×${n.count}`);
        }
        return `Elasticsearch ${oldObject.metadata.name} ${oldObject.spec.version} (${oldObject.status?.health ?? "no health"}) would lose ${total} GiB of data volumes on ${sets.join(", ")}. Set volumeClaimDeletePolicy: DeleteOnScaledownOnly.`;
      },
    },
  },
});
