/**
 * What happens where a rule denies. `deny`: the request is denied. `warn`: it goes through, the client is told, and the audit
 * log too. `audit`: it goes through, and the audit log alone is told. A rule that only warns (`warnWhen`) warns under `deny`.
 */
export type Enforcement = "deny" | "warn" | "audit";

/**
 * One policy on its way through the Namespaces of a cluster, by a label of theirs:
 *
 * ```ts
 * enforcement: { label: "example.com/stage", values: { production: "deny", staging: "warn" }, otherwise: "audit" }
 * ```
 *
 * becomes a binding for each, and a guard: nobody lowers the enforcement by an update of that label. The label
 * `kubernetes.io/metadata.name` is the Namespace's name, which cannot be changed and needs no guard.
 */
export interface EnforcementByNamespace {
  readonly label: string;
  readonly values: Readonly<Record<string, Enforcement>>;
  /** Namespaces with another value, and those without the label. */
  readonly otherwise: Enforcement;
}
