import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call, conditional, doubleLiteral, literal, local, method } from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { whereMatching } from "../../ir/expressions/shown-text.ts";
import { isDouble, isDyn, withoutType } from "../cel-type.ts";
import { printedWholes } from "../../language/parse/number-in-text.ts";
import { nameOfPath } from "../path.ts";
import type { Dynamic } from "../value.ts";

/** Whole, and small enough for both to write every digit. */
export function printsExactly({ wholeUpTo }: Dynamic): boolean {
  return wholeUpTo !== undefined && wholeUpTo <= Number.MAX_SAFE_INTEGER;
}

/**
 * Digits that CEL writes as JavaScript does: of whole numbers as long as any of so many digits is a double, and of
 * fractions where CEL takes no exponent for them (`1e-05`, `1e+06`).
 */
const digits = "^(0|-?[1-9][0-9]{0,14}|-?[0-9]{1,6}[.][0-9]+)$";

/** A number in a message. */
export function shownNumber(value: Dynamic): Expression {
  const name = nameOfPath(value.path) ?? "number";
  const { expression } = value;
  if (isDouble(expression)) return shownDouble(local(name, expression, "compiler"));
  // CEL's checker would take what stands in for an absent number, an int, for the type of all.
  const number = isDyn(expression) ? expression : withoutType(expression);
  return whereMatching(digits, local(name, call("string", [number], expression.span), "compiler"));
}

/** From here on two whole numbers are one double. */
const wholeLimit = 2 ** 53;

/** One that has been worked out: a million is a double, too, which CEL writes as `1e+06`. */
function shownDouble(double: Expression): Expression {
  const { span } = double;
  const compared = (operator: "<" | ">", other: number): Expression => binary(double, operator, doubleLiteral(other, span), span);
  const isHeld = and(compared("<", wholeLimit), compared(">", -wholeLimit));
  const whole = call("int", [double], span);
  const isWhole = and(isHeld, binary(call("double", [whole], span), "==", double, span));
  const other = whereMatching(digits, call("string", [double], span));
  return orNaN(double, conditional(isWhole, [call("string", [whole], span), other], span));
}

/** CEL cannot put NaN in order (cel-go: common/types/double.go, Compare): what prints a number asks first. */
function orNaN(number: Expression, printed: Expression): Expression {
  const { span } = printed;
  if (!mayBeNaN(number)) return printed;
  return conditional(binary(number, "!=", number, span), [literal("NaN", span), printed], span);
}

/** Numbers that both write alike, as far as `requirePrintable` goes: other than `digits` also NaN. */
const exactDigits = "^(NaN|0|-?[1-9][0-9]{0,14}|-?[0-9]{1,6}[.][0-9]+)$";

/** What JavaScript prints for a number, and where CEL prints the same: a whole double is printed as an int. */
export function exactNumber({ expression, path }: Dynamic): { readonly text: Expression; readonly isAlike: Expression } {
  const { span } = expression;
  const name = nameOfPath(path) ?? "number";
  const number = local(name, isDyn(expression) ? expression : withoutType(expression), "compiler");
  const within = (operator: "<" | ">", other: number): Expression => binary(number, operator, literal(other, span), span);
  const whole = call("int", [number], span);
  const isWhole = and(and(within("<", printedWholes), within(">", -printedWholes)), binary(number, "==", whole, span));
  const printed = conditional(isWhole, [call("string", [whole], span), call("string", [number], span)], span);
  const text = local(`${name}Text`, orNaN(number, printed), "compiler");
  return { text, isAlike: method(text, "matches", [literal(exactDigits, span)], span) };
}
