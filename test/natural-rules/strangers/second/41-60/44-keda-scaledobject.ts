import { type KubernetesObject, deletionPolicy } from "holdfast";

interface ScaledObject extends KubernetesObject {
  spec: {
    scaleTargetRef: { name: string; kind?: string };
    minReplicaCount?: number;
    maxReplicaCount?: number;
    triggers: { type: string; metadata: Record<string, string> }[];
  };
}

export default deletionPolicy<ScaledObject>({
  name: "keda-scale-to-zero",
  match: [{ group: "keda.sh", resource: "scaledobjects" }],
  rules: {
    // without the ScaledObject nothing ever scales the target up again
    scaleToZero: {
      denyWhen: ({ oldObject }) => !oldObject.spec.minReplicaCount,
      message: ({ oldObject: { metadata, spec } }) =>
        `ScaledObject ${metadata.name} scales ${spec.scaleTargetRef.kind ?? "Deployment"} ${spec.scaleTargetRef.name} from zero by ${spec.triggers.map((t) => t.type).join(" and ")}; set minReplicaCount to 1 first`,
    },
  },
});
