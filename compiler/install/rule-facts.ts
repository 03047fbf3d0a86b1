import { type Expression, literal } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** The policy with this rule alone, and without the CEL that the TypeScript execution has no use for: what shares its parts would be written out again and again. */
export function ruleFacts({ policy, rule, asks }: WebhookRuleIr): PolicyIr {
  return { ...policyFacts({ ...policy, rules: [rule] }), asks };
}

/** The same of a whole policy. */
export function policyFacts(policy: PolicyIr): PolicyIr {
  const { name, span, match, objectShape, coDenials } = policy;
  return {
    name,
    description: "",
    span,
    match,
    rules: policy.rules.map(withoutCel),
    objectShape,
    coDenials,
    reason: undefined,
    overrides: policy.overrides.map((way) => ({
      ...way,
      rule: withoutCel(way.rule),
      elsewhere: undefined,
      how: undefined,
      howForAnything: undefined,
      deniesUpdate: undefined,
    })),
    guards: policy.guards,
    marks: { fields: [] },
    enforcement: { otherwise: "deny", by: undefined },
    asks: policy.asks,
    unnamedContents: [],
  };
}

function withoutCel({ name, span, action, operations, versionedReads, nestedIterations, isConflict }: RuleIr): RuleIr {
  const nothing: Expression = literal(true, span);
  const reads = versionedReads.map(({ path }) => ({ path, present: nothing }));
  const parts = { name, span, action, operations, when: nothing, message: nothing, versionedReads: reads, nestedIterations };
  return { ...parts, ...(isConflict === true && { isConflict }) };
}
