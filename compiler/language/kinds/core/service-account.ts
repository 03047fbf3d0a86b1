// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { LocalObjectReference, ObjectReference } from "./references.ts";

/**
 * Binds together.
 *
 * `match: [{ group: "", version: "v1", resource: "serviceaccounts" }]`
 */
export interface ServiceAccount extends KubernetesObject {
  /** Indicates whether pods running as this service account should have an API token automatically mounted. */
  readonly automountServiceAccountToken?: boolean;
  /**
   * A list of references to secrets in the same namespace to use for pulling any images in pods that reference this
   * ServiceAccount.
   */
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  /** A list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. */
  readonly secrets?: readonly ObjectReference[];
}
