import { type Enforcement, strictest, type ValidationAction } from "../api/enforcement.ts";
import type { SelectorIr } from "./policy.ts";
import type { Action } from "../api/rules-module.ts";

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
  /** Parameters that are looked up; undefined: those of the policy. */
  readonly selects?: SelectorIr;
}

/** Everywhere as in the strictest Namespace. */
export function strongestOf({ otherwise, by }: EnforcementIr): Enforcement {
  return strictest([otherwise, ...Object.values(by?.values ?? {})]);
}

/** Deny and Warn together are denied by the API server; what goes through is worth counting before it is denied. */
const actions: Readonly<Record<Action, Readonly<Record<Enforcement, readonly ValidationAction[]>>>> = {
  deny: { deny: ["Deny"], warn: ["Warn", "Audit"], audit: ["Audit"] },
  warn: { deny: ["Warn"], warn: ["Warn"], audit: ["Audit"] },
};

/**
 * One binding where the policy is enforced alike everywhere, under the policy's name. By a label of Namespaces: one for
 * those that no value names, under the policy's name, and one for each other way of enforcing it (`keep-where-deny`).
 * No two of them mean the same Namespace.
 */
export function bindingsOf(name: string, action: Action, { otherwise, by }: EnforcementIr): readonly BindingIr[] {
  const defaults = comesTo(action, otherwise);
  const leveled = Object.entries(by?.values ?? {}).map(([value, level]) => [value, comesTo(action, level)] as const);
  const others = leveled.filter(([, level]) => level !== defaults);
  const [first] = others;
  const validationActions = actions[action][defaults];
  if (by === undefined || first === undefined) return [{ name, validationActions, namespaces: undefined }];
  const rest = selector(
    by.label,
    "NotIn",
    others.map(([value]) => value),
  );
  const named = [...Map.groupBy(others, ([, level]) => level)].map(([level, own]): BindingIr => {
    const namespaces = selector(
      by.label,
      "In",
      own.map(([value]) => value),
    );
    return { name: `${name}-where-${level}`, validationActions: actions[action][level], namespaces };
  });
  return [...named, { name, validationActions, namespaces: rest }];
}

/** A rule that warns does so where another would deny, too. */
function comesTo(action: Action, level: Enforcement): Enforcement {
  return action === "warn" && level === "deny" ? "warn" : level;
}

function selector(key: string, operator: "In" | "NotIn", values: readonly string[]): SelectorIr {
  return { matchExpressions: [{ key, operator, values: values.toSorted() }] };
}
