import { and, or } from "../ir/expressions/boolean.ts";
import { type Expression, literal, local } from "../ir/expression.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { PolicyIr, RuleIr, OverrideIr } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import type { ValidationDenial } from "./denials.ts";
import { judged } from "../ir/expressions/iteration-limit.ts";

/**
 * A rule that denies deletes does so while no override is open, and says which there are:
 *
 *     variables.value != 'true' || variables.released
 */
export function withOverrides({ reason, overrides }: PolicyIr, rule: RuleIr, denial: ValidationDenial): ValidationDenial {
  if (!isDenyingDeletes(rule)) return denial;
  const explained = reason === undefined ? denial.message : joinText([denial.message, local("reason", reason, "author")]);
  const open = anyOpen(overrides);
  if (open === undefined) return { ...denial, message: explained };
  return { ...denial, denies: and(denial.denies, negate(open)), message: withHow(explained, overrides) };
}

/** Whoever takes an override is told so, by a warning: they may have taken it without noticing. */
export function overrideWarnings({ rules, overrides }: PolicyIr): readonly RuleIr[] {
  const [first, ...others] = rules.filter(isDenyingDeletes).map(({ when }) => when);
  if (first === undefined) return [];
  const isProtected = local("isProtected", judged(others.reduce((left, right) => or(left, right), first)), "author");
  return overrides.filter(({ isVisible }) => isVisible).map(({ rule }) => ({ ...rule, when: and(isProtected, isOpen(rule)) }));
}

export function isDenyingDeletes({ action, operations }: RuleIr): boolean {
  return action === "deny" && operations.includes("delete");
}

function anyOpen(overrides: readonly OverrideIr[]): Expression | undefined {
  const [first, ...others] = overrides.map(({ rule }) => isOpen(rule));
  return first === undefined ? undefined : others.reduce((left, right) => or(left, right), first);
}

/** An override that would have to iterate over too much is closed. */
function isOpen({ name, when }: RuleIr): Expression {
  return local(name, judged(when), "author");
}

/** `...; to delete it all the same: kubectl annotate ...; or: ask somebody ...` */
function withHow(message: Expression, overrides: readonly OverrideIr[]): Expression {
  const { span } = message;
  const hows = overrides.flatMap(({ how }) => how ?? []);
  const parts = hows.flatMap((how, at) => [literal(at === 0 ? "; to delete it all the same: " : "; or: ", span), how]);
  return parts.length === 0 ? message : joinText([message, local("override", joinText(parts), "author")]);
}
