import type { BinaryExpression, Expression as TypeScriptExpression, Node, PrefixUnaryExpression, Type } from "ts-morph";
import { type BinaryOperator, type Expression, binary, doubleLiteral, literal } from "../../ir/expression.ts";
import { some } from "../../ir/expressions/visit.ts";
import { choose } from "../expressions/choose.ts";
import { named } from "../expressions/coerce.ts";
import { concatenate } from "../expressions/literals.ts";
import { foundIn, isLookedUp } from "../expressions/looked-up.ts";
import { printed } from "../text/printed.ts";
import { isSignLost, numberOr } from "./operand.ts";
import { nameOfPath } from "../path.ts";
import { inferred } from "../shapes/inferred.ts";
import { asDouble } from "../expressions/presence.ts";
import type { Place, Scope } from "../scope.ts";
import { type Dynamic, type Value, dynamic, rejected, staticValue } from "../value.ts";

const calculate: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
};

/**
 * `a + b`, `a - b`, `a * b`, `a / b` of numbers. TypeScript calculates with doubles, so CEL does: `double(a) + 1.0`.
 * Only sums and differences of small whole numbers stay ints, where both are exact: `size(x) + 1`. (A product may be
 * -0.)
 */
export function lowerArithmetic(node: BinaryExpression, scope: Scope): Value {
  const [left, right] = [operandOf(node.getLeft(), scope), operandOf(node.getRight(), scope)];
  return combineNumbers(left, right, node, scope);
}

/** `UNITS[unit] ?? 1`, of a table of numbers: what an object inherits is none, and `NaN` in a product. */
function operandOf(node: TypeScriptExpression, scope: Scope): Value {
  const value = scope.lowerCompared(node);
  if (!isLookedUp(value)) return value;
  const found = foundIn(value);
  if (numberOf(found) === undefined && !isNumeric(found)) return scope.rejectLimited(value);
  return choose(value.choice.condition, [staticValue(NaN), found], { node, scope });
}

function combineNumbers(left: Value, right: Value, node: BinaryExpression, scope: Scope): Value {
  const operator = node.getOperatorToken().getText() as BinaryOperator;
  const nodes = [node.getLeft(), node.getRight()] as const;
  const isNumber = operator !== "+" || [left, right].some((side) => numberOf(side) !== undefined || isNumeric(side));
  const number = (side: Value, at: 0 | 1): Value => (isNumber ? inferred(side, { kind: "number" }, nodes[at], scope) : side);
  return calculated([number(left, 0), number(right, 1)], operator, { nodes, node, scope });
}

interface Written extends Place {
  /** Of the two numbers. */
  readonly nodes: readonly [TypeScriptExpression, TypeScriptExpression];
}

/** Also of `sum += x` and `count++`. */
export function calculated(
  [left, right]: readonly [Value, Value],
  operator: BinaryOperator,
  { nodes, node, scope }: Written,
): Value {
  const known = calculateKnown(left, operator, right);
  if (known !== undefined) return known;
  const [a, b] = [numberOr(left, nodes[0], scope), numberOr(right, nodes[1], scope)];
  if (a === undefined || b === undefined) return rejected;
  if (a.shape.kind !== "number" || b.shape.kind !== "number") return rejectOperator(node, scope);
  const span = scope.span(node);
  const most = operator === "+" || operator === "-" ? (a.wholeUpTo ?? Infinity) + (b.wholeUpTo ?? Infinity) : Infinity;
  if (most <= Number.MAX_SAFE_INTEGER)
    return dynamic(binary(a.expression, operator, b.expression, span), { kind: "number" }, { wholeUpTo: most });
  if (operator === "/" && mayBeNegativeZero(b)) return rejectOperator(nodes[1], scope);
  return dynamic(binary(doubleOf(a), operator, doubleOf(b), span), { kind: "number" });
}

/** A field that takes a type test and a conversion goes by its name. */
function doubleOf(value: Dynamic): Expression {
  const name = nameOfPath(value.path);
  const double = { ...value, expression: asDouble(value.expression) };
  return name === undefined ? double.expression : named(double, name, "author").expression;
}

function calculateKnown(left: Value, operator: string, right: Value): Value | undefined {
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  const [a, b] = [numberOf(left), numberOf(right)];
  return a === undefined || b === undefined ? undefined : staticValue(calculate[operator]?.(a, b));
}

function numberOf(value: Value): number | undefined {
  return value.kind === "static" && typeof value.value === "number" ? value.value : undefined;
}

const isNumeric = (value: Value): boolean => value.kind === "dynamic" && value.shape.kind === "number";

/** `-4 % 2` and `Math.round(-0.2)` are -0 in TypeScript and 0 in CEL, and only a division can tell. */
function mayBeNegativeZero({ expression }: Dynamic): boolean {
  return some(expression, (part) => isSignLost(part) || (part.kind === "binary" && part.operator === "%"));
}

/** Of whole numbers by a constant: CEL's `%` knows no doubles and fails on zero. */
export function lowerRemainder(node: BinaryExpression, scope: Scope): Value {
  const [left, right] = [scope.lower(node.getLeft()), scope.lower(node.getRight())];
  const known = calculateKnown(left, "%", right);
  if (known !== undefined) return known;
  const [a, by] = [numberOr(left, node.getLeft(), scope), numberOf(right)];
  if (a === undefined) return rejected;
  const isExact = a.wholeUpTo !== undefined && by !== undefined && by !== 0 && Number.isSafeInteger(by);
  if (!isExact) return rejectOperator(node, scope);
  const span = scope.span(node);
  return dynamic(binary(a.expression, "%", literal(by, span), span), { kind: "number" }, { wholeUpTo: Math.abs(by) });
}

/** `1024 ** 3`, of numbers that the compiler knows: CEL has no powers. */
export function lowerPower(node: BinaryExpression, scope: Scope): Value {
  const known = calculateKnown(scope.lower(node.getLeft()), "**", scope.lower(node.getRight()));
  if (known !== undefined) return known;
  return scope.reject("unsupported-operator", node.getOperatorToken(), { text: "**", help: "write the multiplication out" });
}

/** Minus one times the number keeps the sign of zero, as TypeScript does. */
export function lowerMinus(value: Value, node: PrefixUnaryExpression, scope: Scope): Value {
  const known = numberOf(value);
  if (known !== undefined) return staticValue(-known);
  const number = numberOr(value, node.getOperand(), scope);
  if (number === undefined) return rejected;
  if (number.shape.kind !== "number") return rejectOperator(node, scope);
  const span = scope.span(node);
  return dynamic(binary(doubleLiteral(-1, span), "*", doubleOf(number), span), { kind: "number" });
}

/** Numbers, or text with whatever may stand in a template. */
export function lowerPlus(node: BinaryExpression, scope: Scope): Value {
  const operands = [node.getLeft(), node.getRight()] as const;
  if (!operands.some((operand) => isText(operand.getType().getNonNullableType())))
    return combineNumbers(scope.lower(operands[0]), scope.lower(operands[1]), node, scope);
  if (!operands.some(isCertainlyText)) return rejectOperator(node, scope);
  const [a, b] = operands.map((operand) => printed(scope.lowerAny(operand), { node: operand, scope }));
  return a === undefined || b === undefined ? rejected : concatenate(a, b, node, scope);
}

/** With a text JavaScript puts text together; `undefined + undefined` is NaN. */
function isCertainlyText(operand: TypeScriptExpression): boolean {
  return isText(operand.getType());
}

/** `text += x`, `sum += x` */
export function plus([left, right]: readonly [Value, Value], node: BinaryExpression, scope: Scope): Value {
  const nodes = [node.getLeft(), node.getRight()] as const;
  if (!nodes.some((operand) => isText(operand.getType().getNonNullableType())))
    return calculated([left, right], "+", { nodes, node, scope });
  if (!nodes.some(isCertainlyText)) return rejectOperator(node, scope);
  return concatenate(printed(left, { node: nodes[0], scope }), printed(right, { node: nodes[1], scope }), node, scope);
}

function isText(type: Type): boolean {
  if (type.isUnion()) return type.getUnionTypes().every(isText);
  return type.isString() || type.isStringLiteral() || type.isTemplateLiteral();
}

function rejectOperator(node: Node, scope: Scope): Value {
  return scope.reject("inexact-arithmetic", node, { text: node.getText() });
}
