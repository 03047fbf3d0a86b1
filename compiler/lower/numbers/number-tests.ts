import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, call as celCall, doubleLiteral, literal, not } from "../../ir/expression.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { afterIterating } from "../evaluation-order.ts";
import { orDefault } from "../expressions/coerce.ts";
import { isDefined } from "../expressions/presence.ts";
import { isOfShape } from "../shapes/type-of.ts";
import { asShape } from "../shapes/narrow.ts";
import { type Dynamic, type Value, dynamicBoolean, mayBeAbsent, rejected, staticValue } from "../value.ts";
import { doubleOf, isWholeAnyway } from "./rounding.ts";

/** bool: what is asked of a number, which is there. */
type Asks = (number: Dynamic) => Expression;

interface NumberTest {
  readonly known: (value: unknown) => boolean;
  readonly asks: Asks;
  /** Of what is no number: `isNaN` and `isFinite` make one of it, their namesakes in `Number` do not. */
  readonly otherwise: boolean | "not asked";
}

const tests: Readonly<Record<string, NumberTest>> = {
  "Number.isInteger": { known: Number.isInteger, asks: askInteger, otherwise: false },
  "Number.isSafeInteger": { known: Number.isSafeInteger, asks: askSafeInteger, otherwise: false },
  "Number.isFinite": { known: Number.isFinite, asks: askFinite, otherwise: false },
  "Number.isNaN": { known: Number.isNaN, asks: askNaN, otherwise: false },
  isFinite: { known: (value) => isFinite(value as number), asks: askFinite, otherwise: "not asked" },
  isNaN: { known: (value) => isNaN(value as number), asks: askNaN, otherwise: "not asked" },
};

/** `Number.isInteger(x)` and its like. */
export const numberTests: Readonly<Record<string, (call: CallSite) => Value>> = Object.fromEntries(
  Object.entries(tests).map(([name, test]) => [`global ${name}`, (call: CallSite) => lowerTest(test, call)]),
);

function lowerTest(test: NumberTest, call: CallSite): Value {
  const { node, scope } = call;
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : scope.lower(argument);
  if (value.kind === "rejected") return rejected;
  if (value.kind === "static") return staticValue(test.known(value.value));
  const { otherwise } = test;
  const isNumber = value.kind === "dynamic" && value.shape.kind === "number";
  if (otherwise === "not asked" && !isNumber) return scope.reject("not-a-value", node, { text: node.getText() });
  if (value.kind !== "dynamic") return afterIterating([value], staticValue(false));
  return afterIterating([value], isNumber ? ofNumber(test, value) : ofAnything(test, value));
}

function ofNumber({ asks, otherwise, known }: NumberTest, value: Dynamic): Value {
  const asked = asks(orDefault(value));
  if (!mayBeAbsent(value)) return truth(asked);
  const whereAbsent = otherwise === "not asked" ? known(undefined) : otherwise;
  const isThere = isDefined(value);
  if (!whereAbsent) return truth(and(isThere, asked));
  return truth(not(and(isThere, not(asked, asked.span)), asked.span));
}

/** Of what may have several types, one of which may be a number. */
function ofAnything(test: NumberTest, value: Dynamic): Value {
  const isNumber = isOfShape(value, { kind: "number" });
  if (isNumber.kind !== "dynamic") return isNumber;
  const asked = test.asks(orDefault(asShape(value, { kind: "number" })));
  return truth(and(isNumber.expression, asked));
}

function truth(asked: Expression): Value {
  return asked.kind === "literal" ? staticValue(asked.value === true) : dynamicBoolean(asked);
}

/** NaN is equal to nothing. */
function askNaN({ expression }: Dynamic): Expression {
  const { span } = expression;
  return mayBeNaN(expression) ? binary(expression, "!=", expression, span) : literal(false, span);
}

/** What is infinite is not 0 after it has been taken from itself. Of what is stored nothing is. */
function askFinite(number: Dynamic): Expression {
  const { expression, wholeUpTo } = number;
  const { span } = expression;
  if (wholeUpTo !== undefined) return literal(true, span);
  const double = doubleOf(number);
  return binary(binary(double, "-", double, span), "==", doubleLiteral(0, span), span);
}

function askInteger(number: Dynamic): Expression {
  if (number.wholeUpTo !== undefined) return literal(true, number.expression.span);
  const double = doubleOf(number);
  const { span } = double;
  const isCut = binary(celCall("double", [celCall("int", [double], span)], span), "==", double, span);
  const isLargeOrWhole = binary(isWholeAnyway(double), "||", isCut, span);
  return and(askFinite(number), isLargeOrWhole);
}

function askSafeInteger(number: Dynamic): Expression {
  const { wholeUpTo } = number;
  if (wholeUpTo !== undefined && wholeUpTo <= Number.MAX_SAFE_INTEGER) return literal(true, number.expression.span);
  const double = doubleOf(number);
  const { span } = double;
  const isCut = binary(celCall("double", [celCall("int", [double], span)], span), "==", double, span);
  return and(not(isWholeAnyway(double), span), isCut);
}
