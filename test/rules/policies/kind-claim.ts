import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

/** Claims that were filled from another claim (whose group is a stored null), or are large, stay. */
export default deletionPolicy<PersistentVolumeClaim>({
  name: "kind-claim",
  match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }],
  rules: {
    copied: {
      denyWhen: ({ oldObject }) => {
        const source = oldObject.spec?.dataSource;
        return source?.kind === "PersistentVolumeClaim" && !(source.apiGroup ?? "").startsWith("snapshot.");
      },
      message: ({ oldObject }) => `${oldObject.metadata.name} is a copy`,
    },
    large: {
      denyWhen: ({ oldObject }) => oldObject.spec?.resources?.requests?.["storage"] === "1Ti",
      message: ({ oldObject }) => `${oldObject.metadata.name} is large`,
    },
  },
});
