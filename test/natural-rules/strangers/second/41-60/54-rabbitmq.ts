import { type KubernetesObject, deletionPolicy } from "holdfast";

interface RabbitmqCluster extends KubernetesObject {
  spec: { replicas?: number; image?: string; persistence?: { storage?: string } };
  status?: { conditions?: { type: string; status: string; reason?: string; lastTransitionTime?: string }[] };
}

export default deletionPolicy<RabbitmqCluster>({
  name: "rabbitmq",
  match: [{ group: "rabbitmq.com", resource: "rabbitmqclusters" }],
  rules: {
    serving: {
      denyWhen: ({ oldObject }) => oldObject.status?.conditions?.some((c) => c.type === "AllReplicasReady" && c.status === "True") ?? false,
      message: ({ oldObject }) =>
        `RabbitMQ ${oldObject.metadata.name} has all of its ${oldObject.spec.replicas ?? 1} replicas ready (image ${oldObject.spec.image?.split("/").at(-1) ?? "default"}), since ${oldObject.status?.conditions?.find((c) => c.type === "AllReplicasReady")?.lastTransitionTime}`,
    },
  },
});
