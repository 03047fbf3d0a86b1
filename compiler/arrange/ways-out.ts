import { and, or } from "../ir/boolean.ts";
import { type Expression, literal, local } from "../ir/expression.ts";
import { negate } from "../ir/negate.ts";
import type { PolicyIr, RuleIr, WayOutIr } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import type { Refusal } from "./arrange.ts";
import { judged } from "./bound.ts";

/**
 * A rule that refuses deletes does so while no way out is open, and says which there are:
 *
 *     variables.value != 'true' || variables.released
 */
export function withWaysOut({ reason, waysOut }: PolicyIr, rule: RuleIr, refusal: Refusal): Refusal {
  if (!isRefusingDeletes(rule)) return refusal;
  const explained = reason === undefined ? refusal.message : joinText([refusal.message, local("reason", reason, "author")]);
  const open = anyOpen(waysOut);
  if (open === undefined) return { ...refusal, message: explained };
  return { ...refusal, refuses: and(refusal.refuses, negate(open)), message: withHow(explained, waysOut) };
}

/** Whoever takes a way out is told so, by a warning: they may have taken it without noticing. */
export function wayOutWarnings({ rules, waysOut }: PolicyIr): readonly RuleIr[] {
  const [first, ...others] = rules.filter(isRefusingDeletes).map(({ when }) => when);
  if (first === undefined) return [];
  const isProtected = local("isProtected", judged(others.reduce((left, right) => or(left, right), first)), "author");
  return waysOut.filter(({ isVisible }) => isVisible).map(({ rule }) => ({ ...rule, when: and(isProtected, isOpen(rule)) }));
}

export function isRefusingDeletes({ action, operations }: RuleIr): boolean {
  return action === "deny" && operations.includes("delete");
}

function anyOpen(waysOut: readonly WayOutIr[]): Expression | undefined {
  const [first, ...others] = waysOut.map(({ rule }) => isOpen(rule));
  return first === undefined ? undefined : others.reduce((left, right) => or(left, right), first);
}

/** A way out that would have to walk too much is closed. */
function isOpen({ name, when }: RuleIr): Expression {
  return local(name, judged(when), "author");
}

/** `...; to delete it all the same: kubectl annotate ...; or: ask somebody ...` */
function withHow(message: Expression, waysOut: readonly WayOutIr[]): Expression {
  const { span } = message;
  const hows = waysOut.flatMap(({ how }) => how ?? []);
  const parts = hows.flatMap((how, at) => [literal(at === 0 ? "; to delete it all the same: " : "; or: ", span), how]);
  return parts.length === 0 ? message : joinText([message, local("wayOut", joinText(parts), "author")]);
}
