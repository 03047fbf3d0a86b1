import { arrangeWithinReach } from "./arrange/arrange-within-reach.ts";
import { checkPolicies } from "./check/index.ts";
import { DiagnosticBag } from "./diagnostics/diagnostic.ts";
import type { PolicyIr } from "./ir/policy.ts";

/**
 * The policy, with the names of other rules in the messages of each where all messages together would be more than the API
 * server takes: too long, or too expensive.
 */
export function fitMessages(policy: PolicyIr): PolicyIr {
  const isAlone = policy.rules.length < 2;
  if (isAlone || isAffordable(policy)) return policy;
  return { ...policy, blockers: "names" };
}

/** Whether the API server would take what becomes of the policy. */
export function isAffordable(policy: PolicyIr): boolean {
  const bag = new DiagnosticBag();
  checkPolicies([{ policies: arrangeWithinReach(policy, bag) }], bag);
  return bag.isEmpty;
}
