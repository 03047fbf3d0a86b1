import { or } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call as celCall, conditional, doubleLiteral, literal, local } from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { asDouble } from "../expressions/presence.ts";
import { nameOfPath } from "../path.ts";
import { type Dynamic, type Value, dynamic, rejected, staticValue } from "../value.ts";
import { numberOr, signLost } from "./operand.ts";

/** From here on every double is whole, and CEL's `int` may fail. */
const wholeLimit = 2 ** 53;

interface Rounding {
  readonly known: (number: number) => number;
  /** Of a double between the limits, from what is left of it without its fraction. */
  readonly rounded: (number: Expression, whole: Expression) => Expression;
}

const compare = (a: Expression, operator: "<" | ">" | ">=", b: Expression): Expression => binary(a, operator, b, a.span);
const one = (node: Expression): Expression => doubleLiteral(1, node.span);

/** The largest whole number that is not larger. */
function floorOf(number: Expression, whole: Expression): Expression {
  return conditional(compare(whole, ">", number), [binary(whole, "-", one(whole), whole.span), whole], whole.span);
}

/** Half of one goes up, as in JavaScript; what is left over the floor is exact. */
function roundOf(number: Expression, whole: Expression): Expression {
  const floor = local("floor", floorOf(number, whole), "compiler");
  const rest = binary(number, "-", floor, number.span);
  const isUp = compare(rest, ">=", doubleLiteral(0.5, number.span));
  return conditional(isUp, [binary(floor, "+", one(floor), floor.span), floor], number.span);
}

const roundings: Readonly<Record<"floor" | "ceil" | "round" | "trunc", Rounding>> = {
  floor: { known: Math.floor, rounded: floorOf },
  ceil: {
    known: Math.ceil,
    rounded: (number, whole) =>
      conditional(compare(whole, "<", number), [binary(whole, "+", one(whole), whole.span), whole], whole.span),
  },
  round: { known: Math.round, rounded: roundOf },
  trunc: { known: Math.trunc, rounded: (_, whole) => whole },
};

/**
 * `Math.floor(x)` and its like: CEL's `int(x)` cuts the fraction off. A zero has no sign in the result, which a division
 * could tell (`isSignLost`).
 */
export function lowerRounding(name: keyof typeof roundings): (call: CallSite) => Value {
  const { known, rounded } = roundings[name];
  return (call) =>
    withNumber(call, known, (number) => {
      if (number.wholeUpTo !== undefined) return number;
      const double = doubleOf(number);
      const { span } = double;
      const whole = local("whole", celCall("double", [celCall("int", [double], span)], span), "compiler");
      return signLost(conditional(isWholeAnyway(double), [double, rounded(double, whole)], span));
    });
}

/** bool: it is beyond the numbers that have fractions, or no number. */
export function isWholeAnyway(double: Expression): Expression {
  const { span } = double;
  const compared = (operator: "<=" | ">=", limit: number): Expression =>
    binary(double, operator, doubleLiteral(limit, span), span);
  const isLarge = or(compared("<=", -wholeLimit), compared(">=", wholeLimit));
  return mayBeNaN(double) ? or(binary(double, "!=", double, span), isLarge) : isLarge;
}

export function lowerAbs(call: CallSite): Value {
  return withNumber(call, Math.abs, (number) => {
    const { wholeUpTo } = number;
    const value = wholeUpTo === undefined ? doubleOf(number) : named(number);
    const { span } = value;
    const zero = wholeUpTo === undefined ? doubleLiteral(0, span) : literal(0, span);
    const isAbove = binary(value, ">", zero, span);
    const negated = binary(zero, "-", value, span);
    return dynamic(unlessNaN(value, conditional(isAbove, [value, negated], span)), { kind: "number" }, { wholeUpTo });
  });
}

export function lowerSign(call: CallSite): Value {
  return withNumber(call, Math.sign, (number) => {
    const isInt = number.wholeUpTo !== undefined;
    const value = isInt ? named(number) : doubleOf(number);
    const { span } = value;
    const of = (constant: number): Expression => (isInt ? literal(constant, span) : doubleLiteral(constant, span));
    const below = conditional(binary(value, "<", of(0), span), [of(-1), value], span);
    const sign = conditional(binary(value, ">", of(0), span), [of(1), below], span);
    return dynamic(unlessNaN(value, sign), { kind: "number" }, isInt ? { wholeUpTo: 1 } : {});
  });
}

/** CEL fails where NaN is put in order. */
export function unlessNaN(value: Expression, otherwise: Expression): Expression {
  if (!mayBeNaN(value)) return otherwise;
  return conditional(binary(value, "!=", value, value.span), [value, otherwise], value.span);
}

/** What `of` makes of the argument, a number; NaN where it is absent. */
export function withNumber(call: CallSite, known: (number: number) => number, of: (number: Dynamic) => Value): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (value.kind === "rejected" || argument === undefined) return rejected;
  if (value.kind === "static" && (typeof value.value === "number" || value.value === undefined))
    return staticValue(known(Number(value.value)));
  const number = numberOr(value, argument, scope);
  if (number === undefined) return rejected;
  return number.shape.kind === "number" ? of(number) : scope.reject("not-a-value", node, { text: node.getText() });
}

/** The number as a double, under a name: it is asked several times. */
export function doubleOf(number: Dynamic): Expression {
  return local(nameOfPath(number.path) ?? "number", asDouble(number.expression), "compiler");
}

const named = ({ expression, path }: Dynamic): Expression => local(nameOfPath(path) ?? "number", expression, "compiler");
