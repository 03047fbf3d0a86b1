// in: PolicyIr by file; out: what of each is native, what its guards protect, what the webhook is asked; next: guard/
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { PolicyIr, PolicyFile } from "../ir/policy.ts";
import { asksAuthorizer, asksCluster, needsWebhook } from "../ir/expressions/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { type SplitPolicy, splitPolicy } from "./split-policy.ts";

export interface DividedPolicy extends SplitPolicy {
  /** As its author wrote it. */
  readonly whole: PolicyIr;
}

/** Divides every policy, and reports queries that nobody can answer. */
export function splitSources(files: readonly PolicyFile<PolicyIr>[], bag: DiagnosticBag): readonly PolicyFile<DividedPolicy>[] {
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => divided(policy, bag)) }));
}

function divided(whole: PolicyIr, bag: DiagnosticBag): DividedPolicy {
  const split = splitPolicy(whole);
  checkWebhookRules(whole, split.webhook, bag);
  return { ...split, whole };
}

/** What of a rule that asks the cluster nobody could answer. */
export function checkWebhookRules({ rules }: PolicyIr, webhook: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  for (const { name, span, when, isConflict } of rules)
    if (isConflict === true && !needsWebhook(when)) bag.report("conflict-natively", span, { rule: name });
  for (const { policy, rule, certain } of webhook) {
    const { name, span } = rule;
    if (certain !== undefined && rule.isConflict === true) bag.report("conflict-natively", span, { rule: name });
    if (certain !== undefined && asksCluster(rule.message)) bag.report("asks-natively", span, { rule: name });
    if (asksAuthorizer(rule.when)) bag.report("asks-both", span, { rule: name });
    const asking = policy.overrides.find((way) => asksAuthorizer(way.rule.when));
    if (asking !== undefined) bag.report("override-asks", asking.rule.span, { name: asking.rule.name, rule: name });
  }
}
