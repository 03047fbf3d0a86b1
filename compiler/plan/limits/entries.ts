import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { withFewerEntries } from "../../ir/expressions/fewer-entries.ts";
import { iterationsStored, needsWebhook } from "../../ir/expressions/visit.ts";
import type { PolicyFile, PolicyIr, RuleIr } from "../../ir/policy.ts";
import { iterationLimit } from "../../language/limits.ts";
import { fixedMessage, isWithinLimits } from "../within-limits.ts";

/** Entries that a rule may iterate over where it costs too much over 2,000; below the last it is rejected. */
const fewer = [1_000, 500, 200, 100, 50];

/**
 * Every rule with a limit on the entries that it iterates over which the API server's limit on cost has room for, and a
 * word about it where that is lower than for others. Before guards are made: they deny where the rule does.
 */
export function limitEntries(files: readonly PolicyFile<PolicyIr>[], bag: DiagnosticBag): readonly PolicyFile<PolicyIr>[] {
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => limitRules(policy, bag)) }));
}

function limitRules(policy: PolicyIr, bag: DiagnosticBag): PolicyIr {
  return { ...policy, rules: policy.rules.map((rule) => limitRule(policy, rule, bag)) };
}

/** What the webhook answers is not evaluated by the API server. */
function limitRule(policy: PolicyIr, rule: RuleIr, bag: DiagnosticBag): RuleIr {
  if (!iterationsStored(rule.when) || needsWebhook(rule.when)) return rule;
  const fits = (one: RuleIr): boolean => isWithinLimits({ ...policy, rules: [fixedMessage(one)], overrides: [] });
  if (fits(rule)) return rule;
  const most = fewer.find((entries) => fits(withFewerEntries(rule, entries)));
  if (most === undefined) return rule;
  const words = { rule: rule.name, most: String(most), others: String(iterationLimit) };
  bag.warn("fewer-entries", rule.span, words);
  return withFewerEntries(rule, most);
}
