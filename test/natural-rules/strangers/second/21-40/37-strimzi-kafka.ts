import { type KubernetesObject, deletionPolicy } from "holdfast";

type Storage =
  | { type: "ephemeral" }
  | { type: "persistent-claim"; size: string; deleteClaim?: boolean; id?: number }
  | { type: "jbod"; volumes: Array<{ type: "persistent-claim"; size: string; deleteClaim?: boolean; id: number }> };

interface Kafka extends KubernetesObject {
  spec: {
    kafka: { version?: string; replicas: number; storage: Storage };
  };
}

function lossy(storage: Storage): string[] {
  switch (storage.type) {
    case "ephemeral":
      return ["ephemeral storage"];
    case "persistent-claim":
      return storage.deleteClaim ? [`claim of ${storage.size}`] : [];
    case "jbod": {
      const out: string[] = [];
      for (const v of storage.volumes) {
        if (v.deleteClaim) out.push(`volume ${v.id} of ${v.size}`);
      }
      return out;
    }
  }
}

export default deletionPolicy<Kafka>({
  name: "strimzi-kafka",
  match: [{ group: "kafka.strimzi.io", resource: "kafkas" }],
  rules: {
    wouldLoseData: {
      denyWhen: ({ oldObject }) => lossy(oldObject.spec.kafka.storage).length > 0,
      message: ({ oldObject: { metadata, spec: { kafka } } }) =>
        `Kafka ${metadata.namespace}/${metadata.name} ${kafka.version ? `(${kafka.version}) ` : ""}would lose data on ${kafka.replicas} broker${kafka.replicas > 1 ? "s" : ""}: ${lossy(kafka.storage).join(", ")}`,
    },
  },
});
