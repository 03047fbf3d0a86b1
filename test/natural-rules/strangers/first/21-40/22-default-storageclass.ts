import { deletionPolicy } from "holdfast";
import type { StorageClass } from "holdfast/kinds";

const KEYS = ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"] as const;

export default deletionPolicy<StorageClass>({
  name: "default-storage-class",
  match: [{ group: "storage.k8s.io", resource: "storageclasses" }],
  rules: {
    default: {
      denyWhen: ({ oldObject }) => KEYS.some((k) => oldObject.metadata.annotations?.[k] === "true"),
      message: ({ oldObject }) => `StorageClass ${oldObject.metadata.name} (${oldObject.provisioner}) is the default`,
    },
  },
});
