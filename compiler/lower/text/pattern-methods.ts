import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, literal, method } from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import type { Fixed } from "../patterns/pattern.ts";
import type { Translated } from "../patterns/translate.ts";
import { knownLiteral, named, textOr, toDynamic } from "../expressions/coerce.ts";
import { after } from "../evaluation-order.ts";
import { textForPattern } from "../numbers/text-to-read.ts";
import { ownField } from "../path.ts";
import { type Dynamic, type PatternValue, type Value, dynamicBoolean, rejected } from "../value.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";

/** `/^prod-[a-z]+$/u.test(text)` is `text.matches('^prod-[a-z]+$')`. */
export function lowerPatternMethod({ translated }: PatternValue, name: string, call: CallSite): Value {
  const { node, scope } = call;
  if (name !== "test") {
    return scope.reject("asks-more-of-pattern", node.getExpression(), { text: node.getExpression().getText() });
  }
  const argument = singleArgument(call);
  const text = argument === undefined ? undefined : toDynamic(textOr(scope.lower(argument), argument, scope), argument, scope);
  if (text === undefined) return rejected;
  if (text.shape.kind !== "string") return scope.reject("not-a-value", node, { text: node.getText() });
  const { fixed, ofSmallLetters } = translated;
  const { text: read, demands } = textForPattern(text, call);
  const asked = ofSmallLetters ? { ...read, expression: method(read.expression, "lowerAscii", [], scope.span(node)) } : read;
  const found = fixed === undefined ? matches(asked, translated, call) : contains(asked.expression, fixed, call);
  return found === undefined ? rejected : after(demands, dynamicBoolean(found));
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
