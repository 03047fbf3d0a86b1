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
        `${objectName(oldObject)} is protected and its deletion has begun: this update removes a finalizer that keeps it, and with the last finalizer it is gone`,
    },
  },
});
