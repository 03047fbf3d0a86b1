// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { RoleRef, Subject } from "./rules-and-subjects.ts";

/**
 * References a role, but does not contain it.
 *
 * `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "rolebindings" }]`
 */
export interface RoleBinding extends KubernetesObject {
  /** roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. */
  readonly roleRef: RoleRef;
  /** Holds references to the objects the role applies to. */
  readonly subjects?: readonly Subject[];
}
