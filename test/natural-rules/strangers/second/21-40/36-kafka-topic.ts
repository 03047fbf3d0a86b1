import { type KubernetesObject, deletionPolicy } from "holdfast";

interface KafkaTopic extends KubernetesObject {
  spec: {
    topicName?: string;
    partitions?: number;
    replicas?: number;
    config?: Record<string, string | number | boolean>;
  };
}

const DAY = 24 * 60 * 60 * 1000;

function retentionDays(t: KafkaTopic): number {
  const raw = t.spec.config?.["retention.ms"];
  if (raw === undefined) return 7;
  const ms = typeof raw === "number" ? raw : Number.parseInt(String(raw), 10);
  return ms < 0 ? Infinity : ms / DAY;
}

const isCompacted = (t: KafkaTopic) =>
  String(t.spec.config?.["cleanup.policy"] ?? "delete")
    .split(",")
    .map((s) => s.trim())
    .includes("compact");

export default deletionPolicy<KafkaTopic>({
  name: "kafka-topics",
  match: [{ group: "kafka.strimzi.io", resource: "kafkatopics" }],
  rules: {
    sourceOfTruth: {
      denyWhen: ({ oldObject }) => isCompacted(oldObject) || retentionDays(oldObject) > 30,
      message: ({ oldObject }) => {
        const days = retentionDays(oldObject);
        const why = isCompacted(oldObject) ? "it is compacted" : days === Infinity ? "it is kept forever" : `it is kept for ${Math.round(days)} days`;
        return `Topic ${oldObject.spec.topicName ?? oldObject.metadata.name} of cluster ${oldObject.metadata.labels?.["strimzi.io/cluster"]} (${oldObject.spec.partitions ?? 1} partitions) is a source of truth: ${why}`;
      },
    },
  },
});
