import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { withShorterTexts } from "../ir/expressions/shown-text.ts";
import { type PolicyIr, type RuleIr, fixedMessageOf } from "../ir/policy.ts";
import { messageTextLimit } from "../language/limits.ts";
import { isToldByCel } from "./told-overrides.ts";
import { firstWithinLimits, fixedMessage, isWithinLimits, rulesWithLongMessages } from "./within-limits.ts";

/** Characters of a text from the cluster that a message has room for, where it has none for 128 of each. */
const shorterTexts = [64, 32, 16];

/** The author's rules in the form that the API server takes, and a word of what it says less. */
export function formOfRules(policy: PolicyIr, bag: DiagnosticBag): PolicyIr {
  const form = bestForm(policy);
  if (isWithinLimits(form)) return form;
  return withShorterMessages(policy, form, bag) ?? withFixedMessages(policy, form, bag);
}

/** Undefined where it is not for the length of texts from the cluster. */
function withShorterMessages(policy: PolicyIr, form: PolicyIr, bag: DiagnosticBag): PolicyIr | undefined {
  const long = rulesWithLongMessages(form);
  if (long.size === 0) return undefined;
  for (const limit of shorterTexts) {
    const shorter = bestForm(withTextsOf(limit, policy));
    if (!isWithinLimits(shorter)) continue;
    const words = { limit: String(limit), most: String(messageTextLimit) };
    for (const { name, span } of rulesNamed(policy, long)) bag.warn("texts-shortened", span, { rule: name, ...words });
    return shorter;
  }
  return undefined;
}

const rulesNamed = ({ rules }: PolicyIr, names: ReadonlySet<string>): PolicyIr["rules"] =>
  rules.filter(({ name }) => names.has(name));

const withTextsOf = (limit: number, policy: PolicyIr): PolicyIr => ({
  ...policy,
  rules: policy.rules.map((rule) => ({ ...rule, message: withShorterTexts(rule.message, limit) })),
});

/**
 * A message that the API server would drop is no better than the one that it shows in its place. Where that does not
 * help, it is for something else, which is reported.
 */
function withFixedMessages(policy: PolicyIr, form: PolicyIr, bag: DiagnosticBag): PolicyIr {
  const long = rulesWithLongMessages(form);
  const isDear = (rule: RuleIr): boolean => !long.has(rule.name) && !isWithinLimits({ ...policy, rules: [rule] });
  const replaced = policy.rules.filter((rule) => long.has(rule.name) || isDear(rule));
  const rules = policy.rules.map((rule) => (replaced.includes(rule) ? fixedMessage(rule) : rule));
  const fixed = bestForm({ ...policy, rules });
  if (!isWithinLimits(fixed)) return form;
  for (const rule of replaced) {
    const why = long.has(rule.name)
      ? "may be longer than the API server shows (5 KiB)"
      : "may be more than the API server evaluates";
    bag.warn("message-replaced", rule.span, { rule: rule.name, why, fixed: fixedMessageOf(rule) });
  }
  return fixed;
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
  overrides: policy.overrides.map((way) => (isToldByCel(way) ? { ...way, isVisible: false } : way)),
});

const isSilent = ({ overrides }: PolicyIr): boolean => !overrides.some(isToldByCel);
