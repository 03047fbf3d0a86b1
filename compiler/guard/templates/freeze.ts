import { type Int32, type KubernetesObject, deletionPolicy } from "../../language/index.ts";
import { objectName } from "../../language/overrides/overrides.ts";

/** What kinds of Kubernetes keep: the API server stores no empty map in `data` and `binaryData` of its own kinds. */
interface Freezable extends KubernetesObject {
  readonly spec?: { readonly replicas?: Int32; readonly persistentVolumeReclaimPolicy?: string };
  readonly data?: unknown;
  readonly binaryData?: unknown;
}

/** What destroys as a delete does, and is none (T21 of docs/security/bypass-matrix.md). */
export const freeze = deletionPolicy<Freezable>({
  name: "freeze",
  match: [{ group: "*.any", version: "v1", resource: "*/*" }],
  rules: {
    scaleGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => object.spec?.replicas === 0 && oldObject.spec?.replicas !== 0,
      message: ({ oldObject }) => `${objectName(oldObject)} is protected against deletion, so it cannot be scaled to zero either`,
    },
    dataGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) =>
        (oldObject.data !== undefined || oldObject.binaryData !== undefined) &&
        object.data === undefined &&
        object.binaryData === undefined,
      message: ({ oldObject }) => `${objectName(oldObject)} is protected against deletion, so it cannot be emptied either`,
    },
    reclaimGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) =>
        oldObject.spec?.persistentVolumeReclaimPolicy === "Retain" && object.spec?.persistentVolumeReclaimPolicy !== "Retain",
      message: ({ oldObject }) =>
        `${objectName(oldObject)} is protected against deletion, and this update would delete its storage together with its claim. ` +
        `Keep persistentVolumeReclaimPolicy: Retain`,
    },
  },
});
