import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

/** Claims that were filled from another claim (whose group is a stored null), or whose class keeps volumes, stay. */
export default deletionPolicy<PersistentVolumeClaim>({
  name: "kind-claim",
  match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    copied: {
      denyWhen: ({ oldObject }) => {
        const source = oldObject.spec?.dataSource;
        return source?.kind === "PersistentVolumeClaim" && !(source.apiGroup ?? "").startsWith("snapshot.");
      },
      message: ({ oldObject }) => `${oldObject.metadata.name} is a copy`,
    },
    kept: {
      denyWhen: ({ oldObject }) => oldObject.spec?.storageClassName === "kept",
      message: ({ oldObject }) => `${oldObject.metadata.name} is to be kept`,
    },
  },
});
