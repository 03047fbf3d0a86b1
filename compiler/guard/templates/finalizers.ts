import { deletionPolicy } from "../../language/index.ts";
import { objectName } from "../../language/overrides/overrides.ts";

/**
 * Taking off the last finalizer of a terminating object deletes it, and no policy is asked about that delete (T13 of
 * docs/security/bypass-matrix.md).
 */
export const finalizers = deletionPolicy({
  name: "finalizers",
  match: [{ group: "*.any", resource: "*/*" }],
  rules: {
    finalizerGuard: {
      operation: "update",
      denyWhen: ({ oldObject }) => oldObject.metadata.deletionTimestamp !== undefined,
      message: ({ oldObject }) =>
        `${objectName(oldObject)} is protected, its deletion has begun, and it is gone with its last finalizer: this update takes one off that keeps it`,
    },
  },
});
