import type { LabelSelector } from "../language/matches-labels.ts";

/** How strongly a policy stands up to a request, as its binding says. */
export type Strength = "denies" | "warns of" | "records";

/** One rule of the generated files for one kind and operation: what a change of the files can take away. */
export interface Protection {
  /** Of the ValidatingAdmissionPolicy. */
  readonly policy: string;
  /** The author's rule, or the guard. */
  readonly rule: string;
  /** `DELETE` */
  readonly operation: string;
  /** `configmaps`, `deployments.apps`, `* of every group, where request.resource.group.endsWith('.example.com')` */
  readonly kind: string;
  readonly strength: Strength;
  /** Namespaces that are meant; undefined: all. */
  readonly namespaces: LabelSelector | undefined;
  /** The same in words, once it is compared; empty: everywhere. */
  readonly where: string;
  /** Everything that decides, as text: two protections that decide alike have the same. */
  readonly decides: string;
}

export function identityOf({ policy, rule, operation, kind, where }: Protection): string {
  return JSON.stringify([policy, rule, operation, kind, where]);
}
