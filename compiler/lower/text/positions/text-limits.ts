import type { Span } from "../../../diagnostics/span.ts";
import { type Expression, binary, conditional, literal } from "../../../ir/expression.ts";
import { named, toDynamic } from "../../expressions/coerce.ts";
import { maxCharacters } from "../text-length.ts";
import type { Value } from "../../value.ts";
import type { Place } from "../../scope.ts";

/** A place in text: a number that the compiler knows, or a whole number (an int for CEL). */
export type TextPosition = number | Expression;

/** Undefined after a diagnostic. */
export function positionOf(value: Value, { node, scope }: Place): TextPosition | undefined {
  if (value.kind === "static" && typeof value.value === "number") return inReach(value.value);
  const number = toDynamic(value, node, scope);
  if (number?.shape.kind === "number" && number.wholeUpTo !== undefined) return named(number, "position").expression;
  if (number !== undefined) scope.reject("slice-bounds", node, { text: node.getText() });
  return undefined;
}

/** As JavaScript takes it: NaN is 0, fractions are cut off; behind the longest text all positions are alike. */
function inReach(position: number): number {
  const whole = Number.isNaN(position) ? 0 : Math.trunc(position);
  return Math.min(Math.max(whole, -maxCharacters), maxCharacters) + 0;
}

/** `position < 0 ? 0 : position` */
export function notNegative(position: TextPosition, span: Span): Expression {
  if (typeof position === "number") return literal(Math.max(0, position), span);
  const zero = literal(0, span);
  return conditional(binary(position, "<", zero, span), [zero, position], span);
}

/**
 * Not behind the end: `size < 3 ? size : 3`. Where `fromEnd`, a negative one counts from there:
 * `size < 3 ? 0 : size - 3`.
 */
export function within(
  position: TextPosition,
  size: Expression,
  { fromEnd, span }: { fromEnd: boolean; span: Span },
): Expression {
  if (typeof position !== "number") return withinDynamic(position, size, { fromEnd, span });
  if (position === 0 || (position < 0 && !fromEnd)) return literal(0, span);
  const distance = literal(Math.abs(position), span);
  const isShort = binary(size, "<", distance, span);
  return position > 0
    ? conditional(isShort, [size, distance], span)
    : conditional(isShort, [literal(0, span), binary(size, "-", distance, span)], span);
}

function withinDynamic(position: Expression, size: Expression, { fromEnd, span }: { fromEnd: boolean; span: Span }): Expression {
  const zero = literal(0, span);
  const sum = binary(size, "+", position, span);
  const before = fromEnd ? conditional(binary(sum, "<", zero, span), [zero, sum], span) : zero;
  const after = conditional(binary(size, "<", position, span), [size, position], span);
  return conditional(binary(position, "<", zero, span), [before, after], span);
}
