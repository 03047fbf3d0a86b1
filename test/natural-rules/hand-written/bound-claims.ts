import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

const ALLOWED = "storage.example.com/allow-delete";

export default deletionPolicy<PersistentVolumeClaim>({
  name: "bound-claims",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    bound: {
      denyWhen: ({ oldObject: { status, metadata } }) => status?.phase === "Bound" && metadata.annotations?.[ALLOWED] !== "true",
      message: ({ oldObject: { metadata, spec } }) =>
        `PVC ${metadata.name} is bound to ${spec?.volumeName ?? "a volume"}; annotate it with ${ALLOWED}=true`,
    },
  },
});
