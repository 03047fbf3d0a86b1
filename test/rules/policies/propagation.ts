import { deletionPolicy } from "holdfast";

/** Orphaned Pods of a Job are nobody's: deny `--cascade=orphan`, but let people see what a dry run says. */
export default deletionPolicy({
  name: "propagation",
  match: [{ group: "batch", resource: "jobs" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    noOrphans: {
      denyWhen: ({ request }) => {
        if (request.dryRun) return false;
        return request.options?.propagationPolicy === "Orphan" || request.options?.orphanDependents === true;
      },
      message: ({ oldObject }) => `deleting Job ${oldObject.metadata.name} must take its Pods along`,
    },
  },
});
