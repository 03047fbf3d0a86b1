import { onceFor } from "../ir/once-for.ts";
import { type Diagnostic, DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { literal } from "../ir/expression.ts";
import { type PolicyIr, type RuleIr, fixedMessageOf } from "../ir/policy.ts";
import { planPolicy } from "./plan.ts";
import { checkCost } from "./limits/cost.ts";
import { checkExpressionSize } from "./limits/expression-size.ts";
import { checkMessageLength, longMessages } from "./limits/message-length.ts";

/**
 * Whether the API server would take what becomes of the policy: what its expressions may cost, and how long its
 * messages may be.
 */
export function isWithinLimits(policy: PolicyIr): boolean {
  const { policies, problems } = planned(policy);
  return problems.length === 0 && policies.every((one) => limitProblems(one).length === 0);
}

/** The rule with the message that stands in for its own. */
export const fixedMessage = (rule: RuleIr): RuleIr => ({
  ...rule,
  message: literal(fixedMessageOf(rule), rule.span),
  isMessageFixed: true,
});

/** Rules whose messages, with all that stands behind them, are longer than the API server shows: by name. */
export function rulesWithLongMessages(policy: PolicyIr): ReadonlySet<string> {
  return new Set(planned(policy).policies.flatMap((one) => longMessages(one).map(({ rule }) => rule)));
}

/** `planPolicy`, or a report of the rules whose expressions are too deep to go through. */
export function planWithinReach(policy: PolicyIr, bag: DiagnosticBag): readonly AdmissionPolicyIr[] {
  const { policies, problems } = planned(policy);
  for (const problem of problems) bag.add(problem);
  return policies;
}

interface Planned {
  readonly policies: readonly AdmissionPolicyIr[];
  readonly problems: readonly Diagnostic[];
}

/** Once for each policy: a form that is tried and then taken is not planned again. */
export const planned = onceFor<Planned, PolicyIr>((policy) => {
  const bag = new DiagnosticBag();
  const policies = unlessExhausted(
    () => planPolicy(policy),
    () => {
      const large = policy.rules.filter((rule) => isTooLarge(policy, rule));
      for (const { name, span } of large) bag.report("too-large", span, { text: name });
      if (large.length === 0) bag.report("too-large", policy.span, { text: policy.name });
      return [];
    },
  );
  return { policies, problems: bag.errors() };
});

function isTooLarge(policy: PolicyIr, rule: RuleIr): boolean {
  return unlessExhausted(
    () => planPolicy({ ...policy, rules: [rule] }).length === 0,
    () => true,
  );
}

/** Why the API server would not take the policy; measured once, whoever asks. */
export const limitProblems = onceFor<readonly Diagnostic[], AdmissionPolicyIr>((policy) => {
  const bag = new DiagnosticBag();
  unlessExhausted(
    () => checkLimits(policy, bag),
    () => bag.report("too-large", policy.span, { text: policy.name }),
  );
  return bag.errors();
});

function checkLimits(policy: AdmissionPolicyIr, bag: DiagnosticBag): void {
  if (!checkExpressionSize(policy, bag)) return;
  checkMessageLength(policy, bag);
  checkCost(policy, bag);
}

/**
 * The first form that the API server would take; where it takes none of them, the last: its problems are then reported.
 */
export function firstWithinLimits<Form extends { readonly policies: readonly PolicyIr[] }>(
  forms: readonly [Form, ...Form[]],
): Form {
  const [first, ...others] = forms;
  const [second, ...more] = others;
  if (second === undefined || first.policies.every(isWithinLimits)) return first;
  return firstWithinLimits([second, ...more]);
}
