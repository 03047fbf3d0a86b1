import { deletionPolicy } from "holdfast";

/** A volume claim whose backup runs is not deleted: the claim would hang half deleted until the backup ends. */
export default deletionPolicy({
  name: "finalizer",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    backupRuns: {
      denyWhen: ({ oldObject: { metadata } }) =>
        metadata.deletionTimestamp === undefined && (metadata.finalizers ?? []).includes("backup.example.com/running"),
      message: ({ oldObject }) => `a backup of ${oldObject.metadata.name} is running, try again later`,
    },
  },
});
