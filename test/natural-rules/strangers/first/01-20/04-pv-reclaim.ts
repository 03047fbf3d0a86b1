import { deletionPolicy } from "holdfast";
import type { PersistentVolume } from "holdfast/kinds";

enum Phase {
  Available = "Available",
  Bound = "Bound",
  Released = "Released",
  Failed = "Failed",
}

export default deletionPolicy<PersistentVolume>({
  name: "pv-reclaim",
  match: [{ group: "", resource: "persistentvolumes" }],
  rules: {
    inUse: {
      denyWhen: ({ oldObject }) => {
        switch (oldObject.status?.phase) {
          case Phase.Bound:
            return true;
          case Phase.Released:
            return oldObject.spec?.persistentVolumeReclaimPolicy === "Retain";
          case Phase.Available:
          case Phase.Failed:
            return false;
          default:
            return false;
        }
      },
      message: ({ oldObject }) => {
        const ref = oldObject.spec?.claimRef;
        const claim = ref ? `${ref.namespace}/${ref.name}` : "no claim";
        return `PV ${oldObject.metadata.name} is ${oldObject.status?.phase ?? "unknown"} (${claim})`;
      },
    },
  },
});
