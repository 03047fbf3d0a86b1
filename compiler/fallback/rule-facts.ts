import { type Expression, literal } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** The policy with this rule alone, and without the CEL that the TypeScript execution has no use for: what shares its parts would be written out again and again. */
export function ruleFacts({ policy, rule, asks }: WebhookRuleIr): PolicyIr {
  return { ...policyFacts({ ...policy, rules: [rule] }), asks };
}

/** The same of a whole policy. */
export function policyFacts(policy: PolicyIr): PolicyIr {
  const { name, span, match, objectShape, blockers } = policy;
  return {
    name,
    description: "",
    span,
    match,
    rules: policy.rules.map(withoutCel),
    objectShape,
    blockers,
    reason: undefined,
    waysOut: policy.waysOut.map((way) => ({
      ...way,
      rule: withoutCel(way.rule),
      elsewhere: undefined,
      how: undefined,
      howForAnything: undefined,
      refusesUpdate: undefined,
    })),
    guards: policy.guards,
    marks: { fields: [] },
    enforcement: { otherwise: "deny", by: undefined },
    asks: policy.asks,
    unnamedContents: [],
  };
}

function withoutCel({ name, span, action, operations, versionedReads, nestedWalks, isConflict }: RuleIr): RuleIr {
  const nothing: Expression = literal(true, span);
  const reads = versionedReads.map(({ path }) => ({ path, present: nothing }));
  const parts = { name, span, action, operations, when: nothing, message: nothing, versionedReads: reads, nestedWalks };
  return { ...parts, ...(isConflict === true && { isConflict }) };
}
