import type { WebhookRuleIr } from "../../ir/webhook-rule.ts";
import { renderObject } from "../../manifest/yaml.ts";
import { askedText } from "./asked.ts";

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
