import { deletionPolicy } from "holdfast";
import type { StorageClass } from "holdfast/kinds";

const DEFAULT_ANNOTATIONS = ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"];

export default deletionPolicy<StorageClass>({
  name: "default-storage-class",
  match: [{ group: "storage.k8s.io", resource: "storageclasses" }],
  rules: {
    isDefault: {
      denyWhen: ({ oldObject }) => DEFAULT_ANNOTATIONS.some((a) => oldObject.metadata.annotations?.[a] === "true"),
      message: ({ oldObject }) => {
        const params = Object.entries(oldObject.parameters ?? {})
          .map(([k, v]) => `${k}=${v}`)
          .sort()
          .join(" ");
        return `StorageClass ${oldObject.metadata.name} (${oldObject.provisioner}${params && ", " + params}) is the cluster default`;
      },
    },
  },
});
