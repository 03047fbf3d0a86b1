// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Base64, MaybeNull } from "../field-types.ts";

/**
 * Holds secret data of a certain type.
 *
 * `match: [{ group: "", version: "v1", resource: "secrets" }]`
 */
export interface Secret extends KubernetesObject {
  /** Contains the secret data. */
  readonly data?: { readonly [key: string]: MaybeNull<Base64> };
  /**
   * Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be
   * modified).
   */
  readonly immutable?: boolean;
  /** Used to facilitate programmatic handling of secret data. */
  readonly type?: string;
}
