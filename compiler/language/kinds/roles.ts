import type { KubernetesObject } from "../objects.ts";
import type { SelectorField, MaybeNull } from "./field-types.ts";

/** `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "roles" }]` */
export interface Role extends KubernetesObject {
  /** What it allows. */
  readonly rules?: MaybeNull<readonly PolicyRule[]>;
}

/** `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" }]` */
export interface ClusterRole extends KubernetesObject {
  /** What it allows. */
  readonly rules?: MaybeNull<readonly PolicyRule[]>;
  /** The rules are put together from other ClusterRoles. */
  readonly aggregationRule?: AggregationRule;
}

interface PolicyRule {
  /** `get`, `delete`, `*` and the like. */
  readonly verbs: readonly string[];
  /** `""` for core, `*` for every group. */
  readonly apiGroups?: readonly string[];
  /** `pods`, `pods/exec`, `*`. */
  readonly resources?: readonly string[];
  /** Only these objects. */
  readonly resourceNames?: readonly string[];
  /** Paths such as `/healthz`, in a ClusterRole. */
  readonly nonResourceURLs?: readonly string[];
}

interface AggregationRule {
  /** Which ClusterRoles. */
  readonly clusterRoleSelectors?: readonly SelectorField[];
}

/** `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "rolebindings" }]` */
export interface RoleBinding extends KubernetesObject {
  /** Who is allowed. */
  readonly subjects?: readonly Subject[];
  /** What they are allowed. */
  readonly roleRef: RoleReference;
}

/** `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterrolebindings" }]` */
export interface ClusterRoleBinding extends KubernetesObject {
  /** Who is allowed, in all namespaces. */
  readonly subjects?: readonly Subject[];
  /** What they are allowed. */
  readonly roleRef: RoleReference;
}

interface Subject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
  /** Namespace of a ServiceAccount. */
  readonly namespace?: string;
  /** API group of the kind. */
  readonly apiGroup?: string;
}

interface RoleReference {
  /** `Role` or `ClusterRole`. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
  /** API group of the kind. */
  readonly apiGroup?: string;
}
