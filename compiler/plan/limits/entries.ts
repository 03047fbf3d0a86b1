import type { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { withFewerEntries } from "../../ir/expressions/fewer-entries.ts";
import { type Expression, identifier, select } from "../../ir/expression.ts";
import { iterationsStored, needsWebhook, some } from "../../ir/expressions/visit.ts";
import type { PolicyFile, PolicyIr, RuleIr } from "../../ir/policy.ts";
import { iterationLimit } from "../../language/limits.ts";
import { fixedMessage, isWithinLimits } from "../within-limits.ts";

/** Entries that a rule may iterate over where it costs too much over 2,000. */
const fewer = [1_000, 500, 200];

/** What comes after them. */
const fewest = [100, 50];

/** What comes last, for lists of lists without elements that are equal; below, the rule is rejected. */
const last = [25];

/**
 * Every rule with limits on the entries that it iterates over and the texts that its patterns read which the API
 * server's limit on cost has room for, and a word about it where they are lower than for others. Before guards are made:
 * they deny where the rule does.
 */
export function limitEntries(files: readonly PolicyFile<PolicyIr>[], bag: DiagnosticBag): readonly PolicyFile<PolicyIr>[] {
  return files.map((file) => ({ ...file, policies: file.policies.map((policy) => limitRules(policy, bag)) }));
}

function limitRules(policy: PolicyIr, bag: DiagnosticBag): PolicyIr {
  const alone = policy.rules.map((rule) => limitRule(rule, (one) => fits(policy, [one])));
  const rules = areCheapTogether({ ...policy, rules: alone }) ? alone : policy.rules.map((rule) => limitBehind(policy, rule));
  for (const rule of rules) warn(rule, bag);
  return { ...policy, rules };
}

/** What the webhook answers is not evaluated by the API server. */
function limitRule({ withShortTexts = [], ...rule }: RuleIr, isCheap: (rule: RuleIr) => boolean): RuleIr {
  if ((!iterationsStored(rule.when) && withShortTexts.length === 0) || needsWebhook(rule.when)) return rule;
  for (const form of formsOf(rule, withShortTexts)) {
    const taken = form();
    if (isCheap(taken)) return taken;
  }
  return rule;
}

/** The messages of the rules before it ask once more whether it denies, in an expression that says more. */
function limitBehind(policy: PolicyIr, rule: RuleIr): RuleIr {
  if (rule === policy.rules[0]) return limitRule(rule, (one) => fits(policy, [one]));
  const when = select(identifier("request", rule.span), "dryRun", rule.span);
  return limitRule(rule, (one) => fits(policy, [{ ...one, name: `${one.name}Before`, when }, one]));
}

function areCheapTogether(policy: PolicyIr): boolean {
  const [, ...behind] = policy.rules;
  if (!behind.some(({ when }) => iterationsStored(when))) return true;
  return fits(
    policy,
    policy.rules.filter(({ when }) => !needsWebhook(when)),
  );
}

const fits = (policy: PolicyIr, rules: readonly RuleIr[]): boolean =>
  isWithinLimits({ ...policy, rules: rules.map(fixedMessage), overrides: [], coDenials: "names" });

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
  const lists = readsValuesOfMap(rule.when) ? many.map((forms, at) => [...forms, ...(few[at] ?? [])]) : [...many, ...few];
  return [...lists, ...all.map((one) => withEntries(one, last))].flat();
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
