import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { planPolicy } from "./plan.ts";

/** `planPolicy`, or a report of the rules whose expressions are too deep to go through. */
export function planWithinReach(policy: PolicyIr, bag: DiagnosticBag): readonly AdmissionPolicyIr[] {
  return unlessExhausted(
    () => planPolicy(policy),
    () => {
      const large = policy.rules.filter((rule) => isTooLarge(policy, rule));
      for (const { name, span } of large) bag.report("too-large", span, { text: name });
      if (large.length === 0) bag.report("too-large", policy.span, { text: policy.name });
      return [];
    },
  );
}

function isTooLarge(policy: PolicyIr, rule: RuleIr): boolean {
  return unlessExhausted(
    () => planPolicy({ ...policy, rules: [rule] }).length === 0,
    () => true,
  );
}
