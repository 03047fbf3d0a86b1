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

/**
 * Divides every policy, and reports queries that nobody can answer. `namespace`: where the webhook runs, if there is one.
 */
export function splitSources(
  files: readonly PolicyFile<PolicyIr>[],
  namespace: string | undefined,
  bag: DiagnosticBag,
): readonly PolicyFile<DividedPolicy>[] {
  const placed = (policy: PolicyIr): PolicyIr => (namespace === undefined ? policy : closedIn(namespace, policy));
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => divided(placed(policy), bag)) }));
}

/** The webhook is never asked about its own Namespace. */
const closedIn = (namespace: string, policy: PolicyIr): PolicyIr => ({
  ...policy,
  overrides: policy.overrides.map((way) => (way.byWebhook ? { ...way, closedIn: namespace } : way)),
});

function divided(whole: PolicyIr, bag: DiagnosticBag): DividedPolicy {
  const split = splitPolicy(whole);
  checkWebhookRules(whole, split.webhook, bag);
  return { ...split, whole };
}

/** What of a rule that asks the cluster nobody could answer. */
export function checkWebhookRules({ rules, overrides }: PolicyIr, webhook: readonly WebhookRuleIr[], bag: DiagnosticBag): void {
  for (const { name, span, when, isConflict } of rules)
    if (isConflict === true && !needsWebhook(when)) bag.report("conflict-natively", span, { rule: name });
  for (const { rule, certain } of webhook) {
    const { name, span } = rule;
    if (certain !== undefined && rule.isConflict === true && needsWebhook(rule.when))
      bag.report("conflict-natively", span, { rule: name });
    if (certain !== undefined && asksCluster(rule.message)) bag.report("asks-natively", span, { rule: name });
    if (asksAuthorizer(rule.when)) bag.report("asks-both", span, { rule: name });
  }
  const asking = overrides.find((way) => asksAuthorizer(way.rule.when));
  const [first] = webhook;
  if (asking === undefined || first === undefined) return;
  bag.report("override-asks", asking.rule.span, { name: asking.rule.name, rule: first.rule.name });
}
