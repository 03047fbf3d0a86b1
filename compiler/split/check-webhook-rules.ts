import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { asksAuthorizer, asksCluster } from "../ir/visit.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";

/** What of a rule that asks the cluster nobody could answer. */
export function checkWebhookRules({ rules }: PolicyIr, webhook: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  for (const { name, span, when, isConflict } of rules)
    if (isConflict === true && !asksCluster(when)) bag.report("conflict-natively", span, { rule: name });
  for (const { policy, rule, certain } of webhook) {
    const { name, span } = rule;
    if (certain !== undefined && rule.isConflict === true) bag.report("conflict-natively", span, { rule: name });
    if (certain !== undefined && asksCluster(rule.message)) bag.report("asks-natively", span, { rule: name });
    if (asksAuthorizer(rule.when)) bag.report("asks-both", span, { rule: name });
    const asking = policy.overrides.find((way) => asksAuthorizer(way.rule.when));
    if (asking !== undefined) bag.report("override-asks", asking.rule.span, { name: asking.rule.name, rule: name });
  }
}
