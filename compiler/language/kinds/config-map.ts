import type { KubernetesObject } from "../objects.ts";
import type { Base64, MaybeNull } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "configmaps" }]` */
export interface ConfigMap extends KubernetesObject {
  /** Values that are text. */
  readonly data?: Readonly<Record<string, string>>;
  /** Values that are not, as base64. */
  readonly binaryData?: Readonly<Record<string, MaybeNull<Base64>>>;
  /** The data cannot be changed any more. */
  readonly immutable?: boolean;
}
