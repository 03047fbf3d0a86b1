import { some } from "../ir/expressions/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** Whether the rule, or an override of its policy, looks at the Namespace of the object. */
export function readsNamespace({ policy, rule }: WebhookRuleIr): boolean {
  const ways = policy.overrides.map((way) => way.rule);
  return [rule, ...ways]
    .flatMap(({ when, message }) => [when, message])
    .some((expression) => some(expression, (node) => node.kind === "identifier" && node.name === "namespaceObject"));
}
