import { printExpression } from "../../print/print.ts";
import { costLimit, maxCost } from "../../plan/limits/cost.ts";
import { isWithinReach } from "../../plan/limits/expression-size.ts";
import { unlessExhausted } from "../../diagnostics/exhausted.ts";
import type { Expression } from "../../ir/expression.ts";
import { withoutRepeats, withConstantsFirst } from "../../ir/expressions/equivalents.ts";
import { mayBeBuiltIn } from "../../ir/built-in-groups.ts";
import { renderObject } from "../../manifest/yaml.ts";
import { some } from "../../ir/expressions/visit.ts";
import { overridesByWebhook } from "../../ir/policy.ts";
import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";

/**
 * CEL of the condition on which the webhook is asked; undefined: it is asked about everything that is matched. That is
 * so where the API server would not take the condition, too: it only spares the webhook what it would let through.
 */
export function askedText({ policy, asked }: WebhookRuleIr): string | undefined {
  return unlessExhausted(
    () => printed(mayBeBuiltIn(policy.match) ? withConstantsFirst(asked) : asked),
    () => undefined,
  );
}

function printed(condition: Expression): string | undefined {
  const finished = withoutRepeats(condition);
  if (finished.kind === "literal") return undefined;
  return isWithinReach(finished) && maxCost(finished, { variables: [] }) <= costLimit ? printExpression(finished) : undefined;
}

/**
 * When the webhook is asked about a rule, as it stands in the webhook configuration:
 *
 *     objectSelector:
 *       matchExpressions:
 *         - key: shared
 *     matchConditions:
 *       - name: may-be-denied
 *         expression: |-
 *           ...
 */
export function renderAsked(rule: WebhookRuleIr): string {
  const expression = askedText(rule);
  const conditions = expression === undefined ? [] : [{ name: "may-be-denied", expression }];
  const object = { objectSelector: rule.objects, ...(conditions.length > 0 && { matchConditions: conditions }) };
  return renderObject({ object, above: [], within: [] });
}

/** The same in words, for a table. */
export function askedConditions(rule: WebhookRuleIr): readonly string[] {
  const labels = (rule.objects.matchExpressions ?? []).map((requirement) =>
    requirement.operator === "Exists"
      ? `label ${requirement.key}`
      : `label ${requirement.key} ${requirement.operator === "In" ? "in" : "not in"} (${requirement.values.join(", ")})`,
  );
  return [...labels, ...[askedText(rule) ?? []].flat()];
}

/** Whether the rule, or an override of its policy, looks at the Namespace of the object. */
export function readsNamespace({ policy, rule }: WebhookRuleIr): boolean {
  const ways = policy.overrides.map((way) => way.rule);
  return [rule, ...ways]
    .flatMap(({ when, message }) => [when, message])
    .some((expression) => some(expression, (node) => node.kind === "identifier" && node.name === "namespaceObject"));
}

/** Whether what of the rule, or of an override of its policy, is beyond CEL asks what time it is. */
export function readsTime({ policy, rule }: WebhookRuleIr): boolean {
  const later = overridesByWebhook(policy).map((way) => way.rule.when);
  return [rule.when, rule.message, ...later].some((part) => some(part, (node) => node.kind === "beyond" && node.readsTime));
}
