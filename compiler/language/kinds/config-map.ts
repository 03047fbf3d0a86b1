import type { KubernetesObject } from "../objects.ts";
import type { Base64 } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "configmaps" }]` */
export interface ConfigMap extends KubernetesObject {
  /** Values that are text. */
  readonly data?: Readonly<Record<string, string>>;
  /** Values that are not, as base64. */
  readonly binaryData?: Readonly<Record<string, Base64 | null>>;
  /** The data cannot be changed any more. */
  readonly immutable?: boolean;
}
