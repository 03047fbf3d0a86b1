// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { RoleRef, Subject } from "./rules-and-subjects.ts";

/**
 * References a ClusterRole, but not contain it.
 *
 * `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterrolebindings" }]`
 */
export interface ClusterRoleBinding extends KubernetesObject {
  /** roleRef can only reference a ClusterRole in the global namespace. */
  readonly roleRef: RoleRef;
  /** Holds references to the objects the role applies to. */
  readonly subjects?: readonly Subject[];
}
