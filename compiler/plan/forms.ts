import type { PolicyIr } from "../ir/policy.ts";
import { isWithinLimits } from "./within-limits.ts";

/** The first form that the API server would take; where it takes none of them, the last: its problems are then reported. */
export function firstWithinLimits<Form extends { readonly policies: readonly PolicyIr[] }>(
  forms: readonly [Form, ...Form[]],
): Form {
  const [first, ...others] = forms;
  const [second, ...more] = others;
  if (second === undefined || first.policies.every(isWithinLimits)) return first;
  return firstWithinLimits([second, ...more]);
}

/**
 * The author's rules in every form that they may take, the one that says most first: where all messages together are too long or too expensive,
 * each has the names of other rules instead of their messages; where it would cost too much to warn whoever takes an override, nobody is warned.
 */
export function formsOfRules(policy: PolicyIr): readonly [PolicyIr, ...PolicyIr[]] {
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
