import type { OverrideIr, PolicyIr, RuleIr } from "../ir/policy.ts";
import { asksAuthorizer } from "../ir/expressions/visit.ts";

export function isDenyingDeletes({ action, operations }: RuleIr): boolean {
  return action === "deny" && operations.includes("delete");
}

/** The webhook itself tells of those that it answers: to CEL one that is over looks open. */
export const isToldByCel = ({ isVisible, byWebhook }: OverrideIr): boolean => isVisible && !byWebhook;

/** apiserver: pkg/apis/admissionregistration/validation: audit annotations of one policy. */
const mostAnnotations = 20;
const longestKey = 63;

/**
 * Which overrides the audit log alone tells of: audit annotations of the policy itself cost no policy of their own. A
 * value that cannot be evaluated denies the request, and the API server has no authorizer for them (apiserver v1.37.1:
 * plugin/policy/validating/validator.go): what asks it is told by a policy that warns, and so is what several policies
 * protect together.
 */
export function withToldOverrides(policy: PolicyIr): PolicyIr {
  const denying = policy.rules.filter(isDenyingDeletes);
  const operations = new Set(denying.map((rule) => rule.operations.join()));
  const isTold = operations.size === 1 && !denying.some(({ when }) => asksAuthorizer(when));
  let left = mostAnnotations;
  const audited = (override: OverrideIr): OverrideIr => {
    const { rule } = override;
    const asks = asksAuthorizer(rule.when) || asksAuthorizer(rule.message);
    if (!isTold || !isToldByCel(override) || asks || rule.name.length > longestKey || left === 0) return override;
    left -= 1;
    return { ...override, isAudited: true };
  };
  return { ...policy, overrides: policy.overrides.map(audited) };
}
