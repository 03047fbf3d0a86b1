import { deletionPolicy, quantity, show } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

const taken = "backup.example.com/taken";
const large = quantity("100Gi");

/** A large volume goes only after a backup of it has been noted on its claim. */
export default deletionPolicy<PersistentVolumeClaim>({
  name: "quantity",
  match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    backupFirst: {
      denyWhen: ({ oldObject: { metadata, spec } }) => {
        const asked = quantity(spec?.resources?.requests?.["storage"] ?? "0");
        const isLarge = asked !== undefined && !asked.isLessThan(large);
        return isLarge && metadata.annotations?.[taken] === undefined;
      },
      message: ({ oldObject: { metadata, spec } }) =>
        `PersistentVolumeClaim ${metadata.namespace ?? ""}/${metadata.name} asks for ${show(spec?.resources?.requests?.["storage"] ?? "")} and has no backup; ` +
        `when it has one, run: kubectl annotate pvc/${metadata.name} -n ${metadata.namespace ?? ""} ${taken}=yes`,
    },
  },
});
