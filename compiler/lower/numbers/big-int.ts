import type { BigIntLiteral, Expression as TypeScriptExpression, Node } from "ts-morph";
import { isReadableBy, numberProblems, numberTextLimit } from "../../language/parse/number-in-text.ts";
import { and, chooseBoolean, or } from "../../ir/expressions/boolean.ts";
import {
  type BinaryOperator,
  type Expression,
  binary,
  call as celCall,
  conditional,
  demandThat,
  doubleLiteral,
  literal,
  local,
  method,
  not,
} from "../../ir/expression.ts";
import type { OpaqueShape } from "../../api/shape.ts";
import { textSize } from "../../ir/expressions/text.ts";
import type { Span } from "../../diagnostics/span.ts";
import { singleArgument } from "../calls/argument.ts";
import type { CallSite } from "../calls/call.ts";
import { after } from "../evaluation-order.ts";
import type { Place, Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, dynamicText, rejected } from "../value.ts";
import { textToRead } from "./text-to-read.ts";

export type BigIntValue = Dynamic & { readonly shape: OpaqueShape };

/**
 * A BigInt is the text of its digits in CEL, which knows no whole numbers beyond 2^63: with a sign perhaps and zeros
 * before them, and never empty. So it can be compared, of any size, and printed.
 */
export const isBigInt = (value: Value): value is BigIntValue =>
  value.kind === "dynamic" && value.shape.kind === "opaque" && value.shape.type === "bigint";

const bigInt = (digits: Expression): Dynamic => dynamic(digits, { kind: "opaque", type: "bigint" });

/** `5n` */
export function lowerBigIntLiteral(node: BigIntLiteral, scope: Scope): Value {
  return ofConstant(BigInt(node.compilerNode.text.replace(/n$/, "")), node, scope);
}

function ofConstant(constant: bigint, node: Node, scope: Scope): Value {
  const digits = String(constant);
  if (digits.length > numberTextLimit) return scope.reject("number-out-of-range", node, { text: node.getText() });
  return bigInt(literal(digits, scope.span(node)));
}

/** `BigInt(text)` and `BigInt(list.length)`; JavaScript throws where the text is no whole number. */
export function lowerBigInt(call: CallSite): Value {
  const argument = singleArgument(call);
  const value = argument === undefined ? rejected : call.scope.lower(argument);
  if (argument === undefined || value.kind === "rejected") return rejected;
  if (isBigInt(value)) return value;
  if (value.kind === "static") return ofKnown(value.value, argument, call);
  if (value.kind === "dynamic" && value.shape.kind === "number") return ofWhole(value, call);
  return ofText(value, argument, call);
}

function ofKnown(value: unknown, argument: TypeScriptExpression, { node, scope }: CallSite): Value {
  const isWhole = Number.isSafeInteger(value);
  const isRead = typeof value === "string" ? isReadableBy("BigInt", value) : isWhole;
  if (!isRead) return scope.reject("not-a-value", argument, { text: argument.getText() });
  return ofConstant(BigInt(value as string | number), node, scope);
}

function ofWhole({ expression, wholeUpTo }: Dynamic, { node, scope }: CallSite): Value {
  if (wholeUpTo === undefined) return scope.reject("inexact-arithmetic", node, { text: node.getText() });
  return bigInt(celCall("string", [expression], scope.span(node)));
}

function ofText(value: Value, argument: TypeScriptExpression, { scope }: CallSite): Value {
  const read = textToRead(value, { node: argument, scope });
  if (read === undefined) return rejected;
  const { text, name, space, demands } = read;
  const { span } = text;
  const isInteger = method(text, "matches", [literal(`^${space}([-+]?[0-9]+)?${space}$`, span)], span);
  const found = local(`${name}Digits`, method(text, "find", [literal("[-+]?[0-9]+", span)], span), "compiler");
  const isBlank = binary(found, "==", literal("", span), span);
  const digits = conditional(isBlank, [literal("0", span), found], span);
  return after([...demands, demandThat(isInteger, numberProblems.noInteger)], bigInt(digits));
}

/** `a < b` of two of them, or of one and a number that the compiler knows; undefined where neither is one. */
export function orderBigInts(
  [left, right]: readonly [Value, Value],
  operator: BinaryOperator,
  { node, scope }: Place,
): Expression | "rejected" | undefined {
  if (!isBigInt(left) && !isBigInt(right)) return undefined;
  const [a, b] = [left, right].map((value) => digitsOf(value, scope.span(node)));
  if (a !== undefined && b !== undefined) return compared(a, operator, b, scope.span(node));
  scope.reject("inexact-arithmetic", node, { text: node.getText() });
  return "rejected";
}

export function equalBigInts(a: Expression, b: Expression, span: Span): Expression {
  return compared(a, "==", b, span);
}

/** bool: it is not 0. */
export function bigIntTruth(digits: Expression): Expression {
  return binary(digitsWithoutZeros(digits), "!=", literal("", digits.span), digits.span);
}

/** As a double, the nearest. */
export const bigIntAsDouble = (digits: Expression): Expression => celCall("double", [digits], digits.span);

/** As JavaScript prints it. */
export function printedBigInt(digits: Expression): Dynamic {
  const { span } = digits;
  const known = knownOf(digits);
  if (known !== undefined) return dynamicText(literal(String(known), span), { ascii: true, showable: true });
  const significant = local("digits", digitsWithoutZeros(digits), "compiler");
  const zero = binary(significant, "==", literal("", span), span);
  const sign = conditional(isNegative(digits), [literal("-", span), literal("", span)], span);
  const text = conditional(zero, [literal("0", span), binary(sign, "+", significant, span)], span);
  return dynamicText(text, { ascii: true, showable: true });
}

function digitsOf(value: Value, span: Span): Expression | undefined {
  if (isBigInt(value)) return value.expression;
  if (value.kind === "static") return Number.isSafeInteger(value.value) ? literal(String(value.value), span) : undefined;
  if (value.kind !== "dynamic" || value.shape.kind !== "number" || value.wholeUpTo === undefined) return undefined;
  return value.presence.kind === "always" ? celCall("string", [value.expression], span) : undefined;
}

function knownOf(node: Expression): bigint | undefined {
  if (node.kind === "local") return knownOf(node.definition);
  return node.kind === "literal" ? BigInt(String(node.value)) : undefined;
}

/**
 * With a constant that is small as doubles: rounding keeps the order, and every whole number on either side of the
 * constant is a double itself.
 */
function compared(a: Expression, operator: BinaryOperator, b: Expression, span: Span): Expression {
  const [left, right] = [knownOf(a), knownOf(b)];
  if (left !== undefined && right !== undefined) return literal(answerOf(left, operator, right), span);
  if (isSmall(left) || isSmall(right)) return binary(asNumber(a), operator, asNumber(b), span);
  if (operator === "==") return isSame(a, b, span);
  if (operator === "<") return isLess(a, b, span);
  if (operator === ">") return isLess(b, a, span);
  return not(operator === "<=" ? isLess(b, a, span) : isLess(a, b, span), span);
}

function answerOf(left: bigint, operator: BinaryOperator, right: bigint): boolean {
  if (operator === "==") return left === right;
  if (operator === "<" || operator === "<=") return operator === "<" ? left < right : left <= right;
  return operator === ">" ? left > right : left >= right;
}

function isSmall(constant: bigint | undefined): boolean {
  return constant !== undefined && constant < 2n ** 53n && constant > -(2n ** 53n);
}

function asNumber(digits: Expression): Expression {
  const known = knownOf(digits);
  return known === undefined ? bigIntAsDouble(digits) : doubleLiteral(Number(known), digits.span);
}

function digitsWithoutZeros(digits: Expression): Expression {
  const known = knownOf(digits);
  if (known !== undefined) return literal(known === 0n ? "" : String(known < 0n ? -known : known), digits.span);
  return method(digits, "find", [literal("[1-9][0-9]*", digits.span)], digits.span);
}

/** bool: there is a `-`; that of a zero counts as well. */
function isNegative(digits: Expression): Expression {
  const known = knownOf(digits);
  if (known !== undefined) return literal(known < 0n, digits.span);
  return method(digits, "startsWith", [literal("-", digits.span)], digits.span);
}

interface Parts {
  /** bool: it is less than 0. */
  readonly isBelowZero: Expression;
  /** string: its digits; none of 0. */
  readonly magnitude: Expression;
}

function partsOf(digits: Expression): Parts {
  const { span } = digits;
  const significant = digitsWithoutZeros(digits);
  const magnitude = significant.kind === "literal" ? significant : local("digits", significant, "compiler");
  return { magnitude, isBelowZero: and(isNegative(digits), notEmpty(magnitude, span)) };
}

function notEmpty(text: Expression, span: Span): Expression {
  return text.kind === "literal" ? literal(text.value !== "", span) : binary(text, "!=", literal("", span), span);
}

function isSame(a: Expression, b: Expression, span: Span): Expression {
  const [left, right] = [partsOf(a), partsOf(b)];
  const signs = chooseBoolean(left.isBelowZero, [right.isBelowZero, not(right.isBelowZero, span)], span);
  return and(binary(left.magnitude, "==", right.magnitude, span), signs);
}

function isLess(a: Expression, b: Expression, span: Span): Expression {
  const [left, right] = [partsOf(a), partsOf(b)];
  const ofNegatives = and(right.isBelowZero, isShorter(right.magnitude, left.magnitude, span));
  const whenBelow = or(not(right.isBelowZero, span), ofNegatives);
  const whenNot = and(not(right.isBelowZero, span), isShorter(left.magnitude, right.magnitude, span));
  return chooseBoolean(left.isBelowZero, [whenBelow, whenNot], span);
}

/** bool: the digits `a` are less than the digits `b`, neither with zeros before them. */
function isShorter(a: Expression, b: Expression, span: Span): Expression {
  const [left, right] = [sizeOf(a, span), sizeOf(b, span)];
  const isBefore = and(binary(left, "==", right, span), binary(a, "<", b, span));
  return or(binary(left, "<", right, span), isBefore);
}

function sizeOf(text: Expression, span: Span): Expression {
  return text.kind === "literal" ? literal(String(text.value).length, span) : textSize(text, span);
}

/** `-5n`; undefined where it is no constant. */
export function minusBigInt(value: Value, node: Node, scope: Scope): Value | undefined {
  if (!isBigInt(value)) return undefined;
  const known = knownOf(value.expression);
  return known === undefined
    ? scope.reject("inexact-arithmetic", node, { text: node.getText() })
    : ofConstant(-known, node, scope);
}
