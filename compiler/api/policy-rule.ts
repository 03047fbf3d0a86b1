/** A rule of a Role or ClusterRole, as RBAC has it. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** What a part of the controller needs: in its own namespace, and in the whole cluster. */
export interface Permissions {
  readonly role: readonly PolicyRule[];
  readonly clusterRole: readonly PolicyRule[];
}
