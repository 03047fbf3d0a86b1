import { deletionPolicy, type KubernetesObject } from "holdfast";

interface KafkaTopic extends KubernetesObject {
  spec?: { topicName?: string; partitions?: number; replicas?: number; config?: Record<string, string | number | boolean> };
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export default deletionPolicy<KafkaTopic>({
  name: "kafka-topics",
  match: [{ group: "kafka.strimzi.io", version: "v1beta2", resource: "kafkatopics" }],
  rules: {
    retained: {
      denyWhen: ({ oldObject }) => {
        const config = oldObject.spec?.config ?? {};
        const retention = Number(config["retention.ms"] ?? 0);
        const compacted = String(config["cleanup.policy"] ?? "delete").split(",").includes("compact");
        return compacted || retention === -1 || retention > WEEK_MS;
      },
      message: ({ oldObject }) => `Topic ${oldObject.spec?.topicName ?? oldObject.metadata.name} keeps its data longer than a week`,
    },
    internal: {
      denyWhen: ({ oldObject }) => /^(__|_schemas$|connect-)/.test(oldObject.spec?.topicName ?? oldObject.metadata.name ?? ""),
      message: "Internal topics must not be deleted by hand",
    },
  },
});
