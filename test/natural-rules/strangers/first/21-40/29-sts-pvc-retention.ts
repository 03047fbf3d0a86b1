import { deletionPolicy } from "holdfast";
import type { StatefulSet } from "holdfast/kinds";

export default deletionPolicy<StatefulSet>({
  name: "sts-retention",
  match: [{ group: "apps", resource: "statefulsets" }],
  rules: {
    deletesClaims: {
      denyWhen: ({ oldObject }) => {
        const templates = oldObject.spec?.volumeClaimTemplates ?? [];
        if (!templates.length) return false;
        return (oldObject.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted ?? "Retain") === "Delete";
      },
      message: ({ oldObject }) => {
        const names = oldObject.spec?.volumeClaimTemplates?.map((t) => t.metadata?.name ?? "?") ?? [];
        const replicas = oldObject.spec?.replicas ?? 1;
        return `Deleting ${oldObject.metadata.name} deletes ${names.length * replicas} claims (${names.join(", ")} × ${replicas})`;
      },
    },
  },
});
