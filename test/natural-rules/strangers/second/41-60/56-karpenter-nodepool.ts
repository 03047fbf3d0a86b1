import { type KubernetesObject, deletionPolicy } from "holdfast";

interface NodePool extends KubernetesObject {
  spec: {
    weight?: number;
    limits?: Record<string, string | number>;
    template: {
      spec: {
        requirements: { key: string; operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt"; values?: string[] }[];
      };
    };
  };
  status?: { resources?: Record<string, string> };
}

// "3500m" -> 3.5
const cpu = (q: string | number | undefined): number => {
  const text = String(q ?? 0);
  return text.endsWith("m") ? Number(text.slice(0, -1)) / 1000 : Number(text);
};

const onDemand = (p: NodePool) =>
  p.spec.template.spec.requirements.some((r) => r.key === "karpenter.sh/capacity-type" && r.operator === "In" && r.values?.includes("on-demand"));

export default deletionPolicy<NodePool>({
  name: "karpenter-nodepools",
  match: [{ group: "karpenter.sh", resource: "nodepools" }],
  rules: {
    hasNodes: {
      denyWhen: ({ oldObject }) => {
        const nodes = Number(oldObject.status?.resources?.nodes ?? "0");
        const used = cpu(oldObject.status?.resources?.cpu);
        return onDemand(oldObject) ? nodes > 0 || used > 0 : used > 64;
      },
      message: ({ oldObject }) => {
        const used = cpu(oldObject.status?.resources?.["cpu"]);
        const limit = oldObject.spec.limits?.["cpu"] ? ` of ${cpu(oldObject.spec.limits["cpu"])}` : "";
        const arch = oldObject.spec.template.spec.requirements.find((r) => r.key === "kubernetes.io/arch")?.values ?? ["amd64"];
        return `NodePool ${oldObject.metadata.name} (${onDemand(oldObject) ? "on-demand" : "spot"}, ${arch.join("/")}) provides ${oldObject.status?.resources?.["nodes"] ?? "?"} nodes with ${used.toFixed(1)}${limit} CPUs`;
      },
    },
  },
});
