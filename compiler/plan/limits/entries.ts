import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { withFewerEntries } from "../../ir/expressions/fewer-entries.ts";
import type { Expression } from "../../ir/expression.ts";
import { iterationsStored, needsWebhook, some } from "../../ir/expressions/visit.ts";
import type { PolicyFile, PolicyIr, RuleIr } from "../../ir/policy.ts";
import { iterationLimit } from "../../language/limits.ts";
import { fixedMessage, isWithinLimits } from "../within-limits.ts";

/** Entries that a rule may iterate over where it costs too much over 2,000. */
const fewer = [1_000, 500, 200];

/** What comes last; below, the rule is rejected. */
const fewest = [100, 50];

/**
 * Every rule with limits on the entries that it iterates over and the texts that its patterns read which the API
 * server's limit on cost has room for, and a word about it where they are lower than for others. Before guards are made:
 * they deny where the rule does.
 */
export function limitEntries(files: readonly PolicyFile<PolicyIr>[], bag: DiagnosticBag): readonly PolicyFile<PolicyIr>[] {
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => limitRules(policy, bag)) }));
}

function limitRules(policy: PolicyIr, bag: DiagnosticBag): PolicyIr {
  return { ...policy, rules: policy.rules.map((rule) => limitRule(policy, rule, bag)) };
}

/** What the webhook answers is not evaluated by the API server. */
function limitRule(policy: PolicyIr, { withShortTexts = [], ...rule }: RuleIr, bag: DiagnosticBag): RuleIr {
  if ((!iterationsStored(rule.when) && withShortTexts.length === 0) || needsWebhook(rule.when)) return rule;
  const fits = (one: RuleIr): boolean => isWithinLimits({ ...policy, rules: [fixedMessage(one)], overrides: [] });
  for (const form of formsOf(rule, withShortTexts)) {
    const taken = form();
    if (!fits(taken)) continue;
    warn(taken, bag);
    return taken;
  }
  return rule;
}

/**
 * The best first: texts of any length, unless that leaves room for few entries alone. Values of a map are long rather
 * than many, elements of a list many rather than long.
 */
function formsOf(rule: RuleIr, withShortTexts: readonly RuleIr[]): readonly (() => RuleIr)[] {
  const all = [rule, ...withShortTexts];
  const withEntries = (one: RuleIr, entries: readonly number[]): readonly (() => RuleIr)[] =>
    iterationsStored(one.when) ? entries.map((most) => () => withFewerEntries(one, most)) : [];
  const many = all.map((one) => [() => one, ...withEntries(one, fewer)]);
  const few = all.map((one) => withEntries(one, fewest));
  return readsValuesOfMap(rule.when) ? many.flatMap((forms, at) => [...forms, ...(few[at] ?? [])]) : [...many, ...few].flat();
}

/** `data.exists(key, ... data[key] ...)` */
function readsValuesOfMap(when: Expression): boolean {
  const isKey = (node: Expression, name: string): boolean => node.kind === "identifier" && node.name === name;
  const isValue = (node: Expression, name: string): boolean => node.kind === "index" && isKey(node.index, name);
  return some(
    when,
    (node) =>
      node.kind === "comprehension" && node.bound !== undefined && some(node.body, (part) => isValue(part, node.variable)),
  );
}

function warn({ name, span, mostEntries, mostText }: RuleIr, bag: DiagnosticBag): void {
  if (mostEntries !== undefined)
    bag.warn("fewer-entries", span, { rule: name, most: String(mostEntries), others: String(iterationLimit) });
  if (mostText !== undefined) bag.warn("shorter-texts", span, { rule: name, most: String(mostText) });
}
