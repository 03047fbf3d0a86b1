import { excludeEachOther } from "../ir/exclusive.ts";
import { type Expression, conditional, literal, local } from "../ir/expression.ts";
import { type PolicyIr, type RuleIr, alsoRefusedText } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import { asksAuthorizer } from "../ir/visit.ts";
import type { Refusal } from "./arrange.ts";

/** A rule with everything that it refuses, in the order in which it is looked at. */
export interface Refusing {
  readonly rule: RuleIr;
  readonly refusals: readonly Refusal[];
}

/**
 * A denial shows the first validation that fails, so each message goes on with those of the rules behind it that refuse,
 * too: whoever has lifted one protection should not meet the next.
 *
 *     'keep: ...' + variables.alsoHold
 */
export function nameEveryBlocker(rules: readonly Refusing[], what: PolicyIr["blockers"]): readonly Refusing[] {
  return rules.map((refusing, at) => {
    const others = rules.slice(at + 1).filter((other) => mayMeet(refusing, other));
    const also = others.map((other) => alsoRefused(other, what));
    const refusals = refusing.refusals.map((refusal) => ({ ...refusal, message: joinText([refusal.message, ...also]) }));
    return { ...refusing, refusals };
  });
}

/** A message cannot ask the authorizer, so a rule that does is not in the messages of others; nor is one that the webhook answers. */
function mayMeet(one: Refusing, other: Refusing): boolean {
  if (asksAuthorizer(other.rule.when) || one.rule.isAlone === true || other.rule.isAlone === true) return false;
  const isPlain = one.refusals.length === 1 && other.refusals.length === 1;
  return !(isPlain && excludeEachOther(one.rule.when, other.rule.when));
}

function alsoRefused({ rule: { name, span }, refusals }: Refusing, what: PolicyIr["blockers"]): Expression {
  const none: Expression = literal("", span);
  const text = refusals.reduceRight<Expression>((rest, { refuses, message }) => {
    const said = what === "messages" ? message : literal(alsoRefusedText(name), span);
    return conditional(refuses, [joinText([literal("; ", span), said]), rest], span);
  }, none);
  return local(`also${name.charAt(0).toUpperCase()}${name.slice(1)}`, text, "author");
}
