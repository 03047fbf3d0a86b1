import { and, or } from "../../ir/expressions/boolean.ts";
import {
  type Expression,
  binary,
  call as celCall,
  conditional,
  doubleLiteral,
  literal,
  local,
  method,
} from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { joinText } from "../../ir/expressions/text.ts";
import { unshown } from "../../language/limits.ts";
import type { CallSite } from "../calls/call.ts";
import { printed } from "../text/printed.ts";
import { type Dynamic, type Value, dynamicText, rejected, staticValue } from "../value.ts";
import { doubleOf } from "./rounding.ts";

type LowerMethod = (number: Dynamic, call: CallSite) => Value;

export const numberMethods: Readonly<Record<string, LowerMethod>> = {
  valueOf: (number: Dynamic) => number,
  toFixed,
  toString: (number: Dynamic, call: CallSite) => (call.arguments.length === 0 ? printed(number, call) : rejectDigits(call)),
};

const knownMethods: Readonly<Record<string, (number: number, digits?: number) => string | number>> = {
  valueOf: (number: number) => number,
  toFixed: (number, digits) => number.toFixed(digits),
  toString: (number: number, base?: number) => number.toString(base),
};

/** Of a number that the compiler knows; undefined where numbers have no such method. */
export function lowerKnownNumberMethod(number: number, name: string, call: CallSite): Value | undefined {
  const evaluate = Object.hasOwn(knownMethods, name) ? knownMethods[name] : undefined;
  if (evaluate === undefined) return undefined;
  const digits = call.arguments.map((argument) => call.scope.lower(argument));
  if (digits.some(({ kind }) => kind === "rejected")) return rejected;
  try {
    return staticValue(evaluate(number, ...digits.map((one) => (one.kind === "static" ? Number(one.value) : NaN))));
  } catch {
    return rejectDigits(call);
  }
}

/** More of them do not fit into CEL's whole numbers beside the others. */
const mostDigits = 6;

/** What has been multiplied may be wrong by a ten thousandth of a tenth at most, which is less than is left to a half. */
const largest = 1e11;

/**
 * `x.toFixed(2)`: of whole numbers exact, of others good for a message, which has words where a digit more could be
 * needed to round as JavaScript does: next to a half that is none.
 */
function toFixed(number: Dynamic, call: CallSite): Value {
  const [argument, ...others] = call.arguments;
  const given = argument === undefined ? staticValue(0) : call.scope.lower(argument);
  if (given.kind === "rejected") return rejected;
  const digits = given.kind === "static" ? given.value : undefined;
  const isKnown = typeof digits === "number" && Number.isInteger(digits) && digits >= 0 && digits <= mostDigits;
  if (!isKnown || others.length > 0) return rejectDigits(call);
  const { expression, wholeUpTo } = number;
  const { span } = expression;
  if (wholeUpTo !== undefined && wholeUpTo <= Number.MAX_SAFE_INTEGER) {
    const fraction = literal(digits === 0 ? "" : `.${"0".repeat(digits)}`, span);
    return dynamicText(joinText([celCall("string", [expression], span), fraction]), { ascii: true, showable: true });
  }
  return { kind: "shown", node: call.node, truth: staticValue(true), text: () => shownFixed(doubleOf(number), digits) };
}

function shownFixed(number: Expression, digits: number): Expression {
  const { span } = number;
  const double = (value: number): Expression => doubleLiteral(value, span);
  const compared = (a: Expression, operator: "<" | "<=" | ">=" | "==", b: Expression): Expression => binary(a, operator, b, span);
  const isNegative = compared(number, "<", double(0));
  const magnitude = conditional(isNegative, [binary(double(0), "-", number, span), number], span);
  const scaled = local("scaled", binary(magnitude, "*", double(10 ** digits), span), "compiler");
  const rest = binary(scaled, "-", cut(scaled), span);
  // With ten binary digits behind the point the product is exact, and so is a half.
  const exact = binary(number, "*", double(1024), span);
  const isCertain = [
    compared(rest, "<", double(0.4999)),
    compared(rest, ">=", double(0.5001)),
    compared(cut(exact), "==", exact),
  ];
  const isHeld = and(
    compared(scaled, "<", double(largest)),
    isCertain.reduce((a, b) => or(a, b)),
  );
  const whole = celCall("int", [binary(scaled, "+", double(0.5), span)], span);
  const sign = conditional(isNegative, [literal("-", span), literal("", span)], span);
  const text = binary(sign, "+", withPoint(whole, digits), span);
  const shown = conditional(isHeld, [text, literal(unshown, span)], span);
  if (!mayBeNaN(number)) return shown;
  return conditional(binary(number, "!=", number, span), [literal("NaN", span), shown], span);
}

const cut = (number: Expression): Expression => celCall("double", [celCall("int", [number], number.span)], number.span);

/** `string(n / 100) + '.' + string(100 + n % 100).substring(1)` */
function withPoint(whole: Expression, digits: number): Expression {
  const { span } = whole;
  if (digits === 0) return celCall("string", [whole], span);
  const unit = literal(10 ** digits, span);
  const fraction = binary(unit, "+", binary(whole, "%", unit, span), span);
  const behind = method(celCall("string", [fraction], span), "substring", [literal(1, span)], span);
  return joinText([celCall("string", [binary(whole, "/", unit, span)], span), literal(".", span), behind]);
}

function rejectDigits({ node, scope }: CallSite): Value {
  return scope.reject("unknown-count", node, { text: node.getText(), most: String(mostDigits) });
}
