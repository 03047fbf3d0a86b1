// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Base64, MaybeNull } from "../field-types.ts";

/**
 * Holds configuration data for pods to consume.
 *
 * `match: [{ group: "", version: "v1", resource: "configmaps" }]`
 */
export interface ConfigMap extends KubernetesObject {
  /** Contains the binary data. */
  readonly binaryData?: { readonly [key: string]: MaybeNull<Base64> };
  /** Contains the configuration data. */
  readonly data?: { readonly [key: string]: string };
  /**
   * Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be
   * modified).
   */
  readonly immutable?: boolean;
}
