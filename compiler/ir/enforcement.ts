import { type Enforcement, strictest, type ValidationAction } from "../api/enforcement.ts";
import type { SelectorIr } from "./policy.ts";

/** How a policy is enforced: the same everywhere, or by a label of the Namespace. */
export interface EnforcementIr {
  readonly otherwise: Enforcement;
  readonly by: { readonly label: string; readonly values: Readonly<Record<string, Enforcement>> } | undefined;
}

/** Kubernetes sets it to the Namespace's name, and nobody can change it (apiserver: KEP-2161). */
export const nameLabel = "kubernetes.io/metadata.name";

/** One binding of a ValidatingAdmissionPolicy. */
export interface BindingIr {
  readonly name: string;
  readonly validationActions: readonly ValidationAction[];
  /** Undefined: wherever the policy matches. */
  readonly namespaces: SelectorIr | undefined;
}

/** Everywhere as in the strictest Namespace. */
export function strongestOf({ otherwise, by }: EnforcementIr): Enforcement {
  return strictest([otherwise, ...Object.values(by?.values ?? {})]);
}
