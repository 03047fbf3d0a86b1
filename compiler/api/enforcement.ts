import type { Enforcement } from "../language/policy.ts";

export type { Enforcement };

/** Of a binding (apiserver: admissionregistration/v1). */
export type ValidationAction = "Deny" | "Warn" | "Audit";

/** From the weakest to the strongest. */
export const enforcements: readonly Enforcement[] = ["audit", "warn", "deny"];

/** Where no Namespace says which of them counts, the strictest does. */
export function strictest(all: readonly [Enforcement, ...Enforcement[]]): Enforcement {
  return enforcements.findLast((one) => all.includes(one)) ?? all[0];
}
