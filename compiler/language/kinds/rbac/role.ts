// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull } from "../field-types.ts";
import type { PolicyRule } from "./rules-and-subjects.ts";

/**
 * A namespaced, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding.
 *
 * `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "roles" }]`
 */
export interface Role extends KubernetesObject {
  /** Holds all the PolicyRules for this Role. */
  readonly rules?: MaybeNull<readonly PolicyRule[]>;
}
