import { Node } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, conditional, literal, method } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { placeInText, textSize } from "../../ir/expressions/text.ts";
import type { Fixed } from "../patterns/pattern.ts";
import type { Translated } from "../patterns/translate.ts";
import { knownLiteral, named, textOr, toDynamic } from "../expressions/coerce.ts";
import { after } from "../evaluation-order.ts";
import { textForPattern } from "../numbers/text-to-read.ts";
import { ownField } from "../path.ts";
import { type Dynamic, type PatternValue, type Value, dynamicBoolean, rejected } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { lowerMatch } from "./matched.ts";

/** `/^prod-[a-z]+$/u.test(text)` is `text.matches('^prod-[a-z]+$')`, and `exec` is `match` the other way round. */
export function lowerPatternMethod(pattern: PatternValue, name: string, call: CallSite): Value {
  const { node, scope } = call;
  if (name !== "test" && name !== "exec") {
    return scope.reject("asks-more-of-pattern", node.getExpression(), { text: node.getExpression().getText() });
  }
  if (remembers(pattern, call)) return scope.reject("pattern-flag", pattern.node, { text: pattern.text, flag: "g" });
  const argument = singleArgument(call);
  const asked = argument && textOr(scope.lower(argument), argument, scope);
  const text = asked && toDynamic(asked, argument, scope);
  if (text === undefined) return rejected;
  if (name === "exec") return lowerMatch(text, pattern, call);
  if (text.shape.kind !== "string") return scope.reject("not-a-value", node, { text: node.getText() });
  const { text: read, demands } = textForPattern(text, call);
  const found = isFoundIn(read, pattern.translated, call);
  return found === undefined ? rejected : after(demands, dynamicBoolean(found));
}

/** `/x/g.test(text)` makes a new pattern each time, which has nothing to remember. */
function remembers({ flags, node: written }: PatternValue, { node }: CallSite): boolean {
  const callee = node.getExpression();
  return flags.includes("g") && !(Node.isPropertyAccessExpression(callee) && callee.getExpression() === written);
}

function isFoundIn(text: Dynamic, translated: Translated, call: CallSite): Expression | undefined {
  const { fixed, ofSmallLetters } = translated;
  const span = call.scope.span(call.node);
  const asked = ofSmallLetters ? { ...text, expression: method(text.expression, "lowerAscii", [], span) } : text;
  return fixed === undefined ? matches(asked, translated, call) : contains(asked.expression, fixed, call);
}

/**
 * `text.search(/[0-9]+/)`: the first place of what CEL finds first. Where a pattern asks what stands around a match, the
 * same text may stand before it.
 */
export function lowerSearch(asked: Value, { translated, text: written }: PatternValue, call: CallSite): Value {
  const { node, scope } = call;
  const text = toDynamic(textOr(asked, node, scope), node, scope);
  const pattern = knownLiteral(translated.re2, node, scope);
  if (text === undefined || pattern === undefined) return rejected;
  const callee = node.getExpression();
  if (text.shape.kind !== "string" || translated.ofSmallLetters || asksAround(written))
    return scope.reject("asks-more-of-pattern", callee, { text: callee.getText() });
  const { expression: whole } = named(text, ownField(text.path) ?? "text");
  const isFound = isFoundIn({ ...text, expression: whole }, translated, call);
  if (isFound === undefined) return rejected;
  const { span } = whole;
  const first = { ...method(whole, "find", [pattern], span), addedSteps: translated.addedSteps };
  const found = placeInText(whole, "indexOf", [first], span);
  const expression = conditional(isFound, [found, literal(-1, span)], span);
  return { kind: "position", expression, added: 0, text: identity(whole), isPlain: false, isFound, node };
}

/** `^`, `$`, `\\b` and `\\B`, of which the first two may stand for themselves in a class. */
function asksAround(written: string): boolean {
  return /[\^$]|\\b/i.test(written.replaceAll(/\[\^?(?:\\.|[^\]\\])*\]/gu, ""));
}

/**
 * The length is asked first where a text may be long and no long text matches: a pattern costs by the length of the
 * text.
 */
function matches(text: Dynamic, { re2, longest, addedSteps }: Translated, { node, scope }: CallSite): Expression | undefined {
  const span = scope.span(node);
  const pattern = knownLiteral(re2, node, scope);
  if (pattern === undefined) return undefined;
  const isDear = re2.length + addedSteps > cheapLength;
  const isGuarded = longest !== undefined && isDear && !text.showable;
  const { expression } = isGuarded ? named(text, ownField(text.path) ?? "text") : text;
  const found = { ...method(expression, "matches", [pattern], span), addedSteps };
  if (!isGuarded) return found;
  return and(binary(textSize(expression, span), "<=", literal(longest, span), span), found, span);
}

/** A pattern of so many characters may be looked for in any text of an object. */
const cheapLength = 24;

function contains(
  text: Expression,
  { text: looked, isAtStart, isAtEnd }: Fixed,
  { node, scope }: CallSite,
): Expression | undefined {
  const span = scope.span(node);
  const other = knownLiteral(looked, node, scope);
  if (other === undefined) return undefined;
  if (isAtStart && isAtEnd) return binary(text, "==", other, span);
  if (isAtStart) return method(text, "startsWith", [other], span);
  return method(text, isAtEnd ? "endsWith" : "contains", [other], span);
}
