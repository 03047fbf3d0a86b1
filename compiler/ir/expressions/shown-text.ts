import { unshown } from "../../language/limits.ts";
import { type Conditional, type Expression, type Literal, binary, conditional, literal, method, not } from "../expression.ts";
import { and } from "./boolean.ts";
import { textSize } from "./text.ts";
import { onceHere } from "../once.ts";
import { mapChildren } from "./visit.ts";

const asciiPattern = "^[ -~]*$";

/**
 * `size(text) <= 128 && text.matches('^[ -~]*$') ? shown : '(cannot be shown)'`. The size is asked first:
 * matching a pattern costs by the length of the text.
 */
export function whereAscii(text: Expression, limit: number, shown: Expression): Expression {
  return whereShort(text, limit, [method(text, "matches", [literal(asciiPattern, text.span)], text.span), shown]);
}

/** The text where it is short and no character of it is among those of `pattern`. */
export function whereWithout(pattern: string, text: Expression, limit: number): Expression {
  const { span } = text;
  return whereShort(text, limit, [not(method(text, "matches", [literal(pattern, span)], span), span), text]);
}

/** The text where it matches. */
export function whereMatching(pattern: string, text: Expression): Expression {
  const { span } = text;
  return conditional(method(text, "matches", [literal(pattern, span)], span), [text, literal(unshown, span)], span);
}

function whereShort(text: Expression, limit: number, [test, shown]: readonly [Expression, Expression]): Expression {
  const { span } = text;
  const isShort = binary(textSize(text, span), "<=", literal(limit, span), span);
  return conditional(and(isShort, test), [shown, literal(unshown, span)], span);
}

/**
 * Most bytes of UTF-8 that what `whereAscii` and `whereWithout` make can have, with its quotes; undefined for anything
 * else.
 */
export function shownBytes({ condition, whenFalse }: Conditional): number | undefined {
  const isReplaced = whenFalse.kind === "literal" && whenFalse.value === unshown;
  if (!isReplaced || condition.kind !== "binary" || condition.operator !== "&&") return undefined;
  const characters = limitOf(condition.left)?.value;
  if (typeof characters !== "number") return undefined;
  return isAsciiTest(condition.right) ? characters + 2 : Math.max(4 * characters, unshown.length);
}

function limitOf(node: Expression): Literal | undefined {
  if (node.kind !== "binary" || node.operator !== "<=" || node.right.kind !== "literal") return undefined;
  return node.left.kind === "call" && node.left.function === "size" ? node.right : undefined;
}

function isAsciiTest(node: Expression): boolean {
  const [pattern] = node.kind === "call" && node.function === "matches" ? node.arguments : [];
  return pattern?.kind === "literal" && pattern.value === asciiPattern;
}

/** The same message with texts from the cluster of at most so many characters. */
export function withShorterTexts(message: Expression, limit: number): Expression {
  const shorten: (node: Expression) => Expression = onceHere((node) => {
    const changed = mapChildren(node, shorten);
    if (changed.kind !== "conditional" || shownBytes(changed) === undefined || changed.condition.kind !== "binary")
      return changed;
    const { left } = changed.condition;
    const bound = limitOf(left);
    if (left.kind !== "binary" || bound === undefined || Number(bound.value) <= limit) return changed;
    return { ...changed, condition: { ...changed.condition, left: { ...left, right: { ...bound, value: limit } } } };
  });
  return shorten(message);
}
