import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

const DAY = 24 * 60 * 60 * 1000;

export default deletionPolicy<PersistentVolumeClaim>({
  name: "legal-hold",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    hold: {
      denyWhen: ({ oldObject }) => {
        const released = oldObject.metadata.annotations?.["legal.acme.io/released-at"];
        const created = oldObject.metadata.creationTimestamp;
        const years = Number.parseInt(oldObject.metadata.labels?.["legal.acme.io/retention-years"] ?? "0", 10);
        if (Number.isNaN(years) || years === 0) return false;
        if (released === undefined || created === undefined) return true;
        return Date.parse(released) - Date.parse(created) < years * 365 * DAY;
      },
      message: ({ oldObject }) =>
        `PVC ${oldObject.metadata.name} must be kept ${oldObject.metadata.labels?.["legal.acme.io/retention-years"]} years from ${oldObject.metadata.creationTimestamp?.slice(0, 10)}`,
    },
  },
});
