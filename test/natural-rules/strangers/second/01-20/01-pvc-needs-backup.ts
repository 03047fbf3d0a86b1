import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

export default deletionPolicy<PersistentVolumeClaim>({
  name: "pvc-needs-backup",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    noBackup: {
      denyWhen: ({ oldObject }) =>
        oldObject.status?.phase === "Bound" && !oldObject.metadata.annotations?.["backup.acme.io/last-success"],
      message: ({ oldObject }) =>
        `PVC ${oldObject.metadata.namespace}/${oldObject.metadata.name} (${oldObject.spec?.resources?.requests?.["storage"] ?? "unknown size"}) has never been backed up`,
    },
  },
});
