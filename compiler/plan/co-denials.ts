import { excludeEachOther } from "../ir/exclusive.ts";
import { type Expression, conditional, literal, local } from "../ir/expression.ts";
import { type PolicyIr, alsoDeniedText } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import { asksAuthorizer } from "../ir/visit.ts";
import type { Denying } from "./denials.ts";

/**
 * A denial shows the first validation that fails, so each message goes on with those of the rules behind it that deny,
 * too: whoever has removed one protection should not meet the next.
 *
 *     'keep: ...' + variables.alsoHold
 */
export function nameEveryCoDenial(rules: readonly Denying[], what: PolicyIr["coDenials"]): readonly Denying[] {
  return rules.map((denying, at) => {
    const others = rules.slice(at + 1).filter((other) => mayMeet(denying, other));
    const also = others.map((other) => alsoDenied(other, what));
    const denials = denying.denials.map((denial) => ({ ...denial, message: joinText([denial.message, ...also]) }));
    return { ...denying, denials };
  });
}

/** A message cannot ask the authorizer, so a rule that does is not in the messages of others; nor is one that the webhook answers. */
function mayMeet(one: Denying, other: Denying): boolean {
  if (asksAuthorizer(other.rule.when) || one.rule.isAlone === true || other.rule.isAlone === true) return false;
  const isPlain = one.denials.length === 1 && other.denials.length === 1;
  return !(isPlain && excludeEachOther(one.rule.when, other.rule.when));
}

function alsoDenied({ rule: { name, span }, denials }: Denying, what: PolicyIr["coDenials"]): Expression {
  const none: Expression = literal("", span);
  const text = denials.reduceRight<Expression>((rest, { denies, message }) => {
    const said = what === "messages" ? message : literal(alsoDeniedText(name), span);
    return conditional(denies, [joinText([literal("; ", span), said]), rest], span);
  }, none);
  return local(`also${name.charAt(0).toUpperCase()}${name.slice(1)}`, text, "author");
}
