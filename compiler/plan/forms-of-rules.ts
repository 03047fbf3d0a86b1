import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { literal } from "../ir/expression.ts";
import { withShorterTexts } from "../ir/expressions/shown-text.ts";
import { type PolicyIr, fixedMessageOf } from "../ir/policy.ts";
import { messageTextLimit } from "../language/limits.ts";
import { firstWithinLimits, rulesWithLongMessages } from "./within-limits.ts";

/** Characters of a text from the cluster that a message has room for, where it has none for 128 of each. */
const shorterTexts = [64, 32, 16];

/** The author's rules in the form that the API server takes, and a word of what it says less. */
export function formOfRules(policy: PolicyIr, bag: DiagnosticBag): PolicyIr {
  const form = bestForm(policy);
  if (rulesWithLongMessages(form).size === 0) return form;
  for (const limit of shorterTexts) {
    const shorter = bestForm(withTextsOf(limit, policy));
    if (rulesWithLongMessages(shorter).size > 0) continue;
    const [usual, given] = [String(messageTextLimit), String(limit)];
    for (const { name, span } of shortened(policy, form)) bag.warn("texts-shortened", span, { rule: name, limit: given, usual });
    return shorter;
  }
  return withFixedMessages(policy, form, bag);
}

/** Rules whose messages are long, and those that name them all where they deny, too: what is said of the first is enough. */
function shortened({ rules }: PolicyIr, form: PolicyIr): PolicyIr["rules"] {
  const long = rulesWithLongMessages(form);
  return rules.filter(({ name }) => long.has(name));
}

const withTextsOf = (limit: number, policy: PolicyIr): PolicyIr => ({
  ...policy,
  rules: policy.rules.map((rule) => ({ ...rule, message: withShorterTexts(rule.message, limit) })),
});

/** A message that the API server would drop is no better than the one that it shows in its place. */
function withFixedMessages(policy: PolicyIr, form: PolicyIr, bag: DiagnosticBag): PolicyIr {
  const long = rulesWithLongMessages(form);
  const rules = policy.rules.map((rule) => {
    if (!long.has(rule.name) || rule.isMessageFixed === true) return rule;
    const fixed = fixedMessageOf(rule);
    bag.warn("message-replaced", rule.span, { rule: rule.name, fixed });
    return { ...rule, message: literal(fixed, rule.span), isMessageFixed: true as const };
  });
  return bestForm({ ...policy, rules });
}

function bestForm(policy: PolicyIr): PolicyIr {
  const [first, ...others] = formsOfRules(policy);
  return firstWithinLimits([formOf(first), ...others.map(formOf)]).policy;
}

const formOf = (policy: PolicyIr) => ({ policy, policies: [policy] });

/**
 * The author's rules in every form that they may take, the one that says most first: where all messages together are
 * too long or too expensive, each has the names of other rules instead of their messages; where it would cost too much
 * to warn whoever takes an override, nobody is warned.
 */
function formsOfRules(policy: PolicyIr): readonly [PolicyIr, ...PolicyIr[]] {
  const brief = policy.rules.length < 2 ? [] : [named(policy)];
  const silent = inSilence(policy);
  return [policy, ...brief, ...(isSilent(policy) ? [] : [silent, named(silent)])];
}

const named = (policy: PolicyIr): PolicyIr => (policy.rules.length < 2 ? policy : { ...policy, coDenials: "names" });

const inSilence = (policy: PolicyIr): PolicyIr => ({
  ...policy,
  overrides: policy.overrides.map((way) => ({ ...way, isVisible: false })),
});

const isSilent = ({ overrides }: PolicyIr): boolean => overrides.every(({ isVisible }) => !isVisible);
