import { deletionPolicy } from "holdfast";
import type { PersistentVolume } from "holdfast/kinds";

export default deletionPolicy<PersistentVolume>({
  name: "claimed-volumes",
  match: [{ group: "", resource: "persistentvolumes" }],
  rules: {
    claimed: {
      denyWhen: ({ oldObject: volume }) => {
        if (volume.status?.phase === "Bound") {
          return true;
        } else if (volume.spec?.persistentVolumeReclaimPolicy === "Delete") {
          return volume.spec.claimRef !== undefined;
        } else {
          return false;
        }
      },
      message: ({ oldObject: volume }) =>
        `PV ${volume.metadata.name} is claimed by ${volume.spec?.claimRef?.namespace}/${volume.spec?.claimRef?.name}`,
    },
  },
});
