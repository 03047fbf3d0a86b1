import { deletionPolicy, type KubernetesObject } from "holdfast";

interface SQLInstance extends KubernetesObject {
  spec?: { compositeDeletePolicy?: "Background" | "Foreground"; parameters?: { engine?: string; storageGB?: number; deletionPolicy?: "Orphan" | "Delete" }; resourceRef?: { name: string } };
}

export default deletionPolicy<SQLInstance>({
  name: "crossplane-sql",
  match: [{ group: "database.acme.io", version: "v1alpha1", resource: "sqlinstances" }],
  rules: {
    orphanFirst: {
      denyWhen: ({ oldObject: { spec: { parameters: { deletionPolicy: policy = "Delete", storageGB = 20 } = {} } = {} } }) =>
        policy !== "Orphan" && storageGB > 10,
      message: ({ oldObject }) => `Set spec.parameters.deletionPolicy to Orphan before you delete ${oldObject.metadata.name}`,
    },
  },
});
