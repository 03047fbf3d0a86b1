import type { KubernetesObject } from "../objects.ts";
import type { Base64, MaybeNull } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "secrets" }]` */
export interface Secret extends KubernetesObject {
  /** The values, as base64. */
  readonly data?: Readonly<Record<string, MaybeNull<Base64>>>;
  /** The data cannot be changed any more. */
  readonly immutable?: boolean;
  /** `Opaque`, `kubernetes.io/tls`, `helm.sh/release.v1` and the like. */
  readonly type?: string;
}
