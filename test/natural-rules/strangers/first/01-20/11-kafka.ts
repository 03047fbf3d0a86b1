import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Listener { name: string; port: number; type: "internal" | "route" | "loadbalancer" | "nodeport" | "ingress" | "cluster-ip"; tls: boolean }
interface JbodVolume { id: number; type: string; size?: string; deleteClaim?: boolean }
interface Kafka extends KubernetesObject {
  spec?: {
    kafka?: { replicas?: number; listeners?: Listener[]; storage?: { type: string; deleteClaim?: boolean; volumes?: JbodVolume[] } };
  };
}

function losesData(kafka: Kafka): boolean {
  const storage = kafka.spec?.kafka?.storage;
  if (storage === undefined) return false;
  if (storage.type === "ephemeral") return true;
  if (storage.type === "jbod") {
    return (storage.volumes ?? []).some((v) => v.deleteClaim === true);
  }
  return storage.deleteClaim === true;
}

export default deletionPolicy<Kafka>({
  name: "kafka-clusters",
  match: [{ group: "kafka.strimzi.io", version: "v1beta2", resource: "kafkas" }],
  rules: {
    dataLoss: {
      denyWhen: ({ oldObject }) => losesData(oldObject),
      message: ({ oldObject }) => `Deleting Kafka ${oldObject.metadata.name} would delete its data`,
    },
    external: {
      denyWhen: ({ oldObject }) =>
        (oldObject.spec?.kafka?.listeners ?? []).filter(({ type }) => type !== "internal" && type !== "cluster-ip").length > 0,
      message: ({ oldObject }) =>
        "Kafka has external listeners: " +
        (oldObject.spec?.kafka?.listeners ?? [])
          .filter(({ type }) => type !== "internal" && type !== "cluster-ip")
          .map((l) => `${l.name}:${l.port}`)
          .join(", "),
    },
  },
});
