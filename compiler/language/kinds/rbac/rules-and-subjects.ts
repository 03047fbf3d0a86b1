// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.

/**
 * Holds information that describes a policy rule, but does not contain information about who the rule applies to or
 * which namespace the rule applies to.
 */
export interface PolicyRule {
  /** The name of the APIGroup that contains the resources. */
  readonly apiGroups?: readonly string[];
  /** A set of partial urls that a user should have access to. */
  readonly nonResourceURLs?: readonly string[];
  /** An optional white list of names that the rule applies to. */
  readonly resourceNames?: readonly string[];
  /** A list of resources this rule applies to. */
  readonly resources?: readonly string[];
  /** A list of Verbs that apply to ALL the ResourceKinds contained in this rule. */
  readonly verbs: readonly string[];
}

/** Contains information that points to the role being used. */
export interface RoleRef {
  /** The group for the resource being referenced. */
  readonly apiGroup: string;
  /** The type of resource being referenced. */
  readonly kind: string;
  /** The name of resource being referenced. */
  readonly name: string;
}

/** Contains a reference to the object or user identities a role binding applies to. */
export interface Subject {
  /** Holds the API group of the referenced subject. */
  readonly apiGroup?: string;
  /** Kind of object being referenced. */
  readonly kind: string;
  /** Name of the object being referenced. */
  readonly name: string;
  /** Namespace of the referenced object. */
  readonly namespace?: string;
}
