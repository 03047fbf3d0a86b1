import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { asksAuthorizer, asksCluster } from "../ir/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** What of a rule that asks the cluster nobody could answer. */
export function checkWebhookRules(rules: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  for (const { policy, rule, certain } of rules) {
    const { name, span } = rule;
    if (certain !== undefined && asksCluster(rule.message)) bag.report("asks-natively", span, { rule: name });
    if (asksAuthorizer(rule.when)) bag.report("asks-both", span, { rule: name });
    const asking = policy.waysOut.find((way) => asksAuthorizer(way.rule.when));
    if (asking !== undefined) bag.report("way-out-asks", asking.rule.span, { name: asking.rule.name, rule: name });
  }
}
