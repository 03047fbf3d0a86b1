import { planWithinReach } from "./plan/plan-within-reach.ts";
import { checkPolicies } from "./check/index.ts";
import { DiagnosticBag } from "./diagnostics/diagnostic.ts";
import type { PolicyIr } from "./ir/policy.ts";

/**
 * The policy, as the API server takes it: where all messages together are too long or too expensive, each has the names of other rules
 * instead of their messages; where it would cost too much to warn whoever takes an override, nobody is warned.
 */
export function fitPolicy(policy: PolicyIr): PolicyIr {
  const [brief, silent] = [named(policy), inSilence(policy)];
  const fallbacks = [...(policy.rules.length < 2 ? [] : [brief]), ...(isSilent(policy) ? [] : [silent, named(silent)])];
  if (fallbacks.length === 0 || fitsLimits(policy)) return policy;
  // What no form of it can fix is an error of its rules, said once.
  return fallbacks.find(fitsLimits) ?? fallbacks.at(-1) ?? policy;
}

const named = (policy: PolicyIr): PolicyIr => (policy.rules.length < 2 ? policy : { ...policy, coDenials: "names" });

const inSilence = (policy: PolicyIr): PolicyIr => ({
  ...policy,
  overrides: policy.overrides.map((way) => ({ ...way, isVisible: false })),
});

const isSilent = ({ overrides }: PolicyIr): boolean => overrides.every(({ isVisible }) => !isVisible);

/** Whether the API server would take what becomes of the policy. */
export function fitsLimits(policy: PolicyIr): boolean {
  const bag = new DiagnosticBag();
  checkPolicies([{ policies: planWithinReach(policy, bag) }], bag);
  return bag.isEmpty;
}
