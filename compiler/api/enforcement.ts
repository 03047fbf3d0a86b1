import type { Enforcement } from "../language/policy.ts";

export type { Enforcement };

/** A validation action of a binding (apiserver: admissionregistration/v1). */
export type ValidationAction = "Deny" | "Warn" | "Audit";

/** All enforcements, from the weakest to the strictest. */
export const enforcements: readonly Enforcement[] = ["audit", "warn", "deny"];

/** The strictest one. It applies to objects that are in no Namespace. */
export function strictest(all: readonly [Enforcement, ...Enforcement[]]): Enforcement {
  return enforcements.findLast((one) => all.includes(one)) ?? all[0];
}
