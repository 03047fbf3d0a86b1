import type { BinaryExpression, Expression as TypeScriptExpression, Node } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import type { Span } from "../../diagnostics/span.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import { demands, settled } from "../../ir/expressions/settled.ts";
import { type BinaryOperator, type Expression, binary, literal } from "../../ir/expression.ts";
import { limitOfDoubles } from "./constants.ts";
import { orderBigInts } from "./big-int.ts";
import { asNumber, isDate, orderDates } from "./dates.ts";
import { bareNumber, named, orDefault, toDynamic } from "../expressions/coerce.ts";
import { after, afterIterating, iterationsOf } from "../evaluation-order.ts";
import { askedOf, isLookedUp } from "../expressions/looked-up.ts";
import { likeOther } from "../shapes/inferred.ts";
import { asDouble, isDefined } from "../expressions/presence.ts";
import type { Place, Scope } from "../scope.ts";
import {
  type Dynamic,
  type StaticValue,
  type Value,
  dynamicBoolean,
  isSomething,
  isUndefined,
  mayBeAbsent,
  rejected,
  staticValue,
} from "../value.ts";

type Known = StaticValue["value"];

interface OrderedPlace extends Place {
  readonly node: BinaryExpression;
}

/** Numbers, and text that both order alike. */
export function lowerOrdering(node: BinaryExpression, scope: Scope): Value {
  const [left, right] = [scope.lowerCompared(node.getLeft()), scope.lowerCompared(node.getRight())];
  const sides = [likeOther(left, right, node.getLeft(), scope), likeOther(right, left, node.getRight(), scope)] as const;
  return ordered(sides, { node, scope });
}

function ordered([left, right]: readonly [Value, Value], place: OrderedPlace): Value {
  const { node, scope } = place;
  const operator = node.getOperatorToken().getText() as BinaryOperator;
  if (isLookedUp(left)) {
    if (!isNumber(right)) return rejectOrder(place);
    return afterIterating(
      [right],
      askedOf(left, (found) => ordered([found, right], place)),
    );
  }
  if (isLookedUp(right)) {
    if (!isNumber(left)) return rejectOrder(place);
    return afterIterating(
      [left],
      askedOf(right, (found) => ordered([left, found], place)),
    );
  }
  if ([left, right].some((value) => isUndefined(value) || isKnownNaN(value)))
    return after([left, right].flatMap(iterationsOf), staticValue(false));
  if (left.kind === "static" && right.kind === "static") return orderKnown(left.value, operator, right.value, { node, scope });
  const nonEmpty = operator === ">" ? existsFiltered(left, right) : undefined;
  if (nonEmpty !== undefined) return nonEmpty;
  const [x, y] = [operandOf(left, node.getLeft(), scope), operandOf(right, node.getRight(), scope)];
  return x === undefined || y === undefined ? rejected : compared([left, right], [x, y], { node, scope });
}

/** Of a function JavaScript makes text to compare it with text. */
function isNumber(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "number" || value.value === undefined;
  return value.kind === "dynamic" && value.shape.kind === "number";
}

function rejectOrder({ node, scope }: OrderedPlace): Value {
  return scope.reject("orders-text", node, { text: node.getText() });
}

/** `x` and `y` are what the operands are where they are there. */
function compared(operands: readonly [Value, Value], [x, y]: readonly [Dynamic, Dynamic], { node, scope }: OrderedPlace): Value {
  const operator = node.getOperatorToken().getText() as BinaryOperator;
  const ofBigInts = orderBigInts([x, y], operator, { node, scope });
  if (ofBigInts !== undefined) return ofBigInts === "rejected" ? rejected : guarded(operands, ofBigInts);
  const ofDates = orderDates(x.expression, operator, y.expression);
  if (ofDates !== undefined) return after(operands.flatMap(iterationsOf), guarded(operands, ofDates));
  if (x.shape.kind === "string" && y.shape.kind === "string" && (isLow(x) || isLow(y)))
    return guarded(operands, binary(x.expression, operator, y.expression, scope.span(node)));
  const [a, b] = [x, y].map((side) => named(isDate(side) ? asNumber(side) : side, "number")) as [Dynamic, Dynamic];
  if (a.shape.kind !== "number" || b.shape.kind !== "number") return rejectOrder({ node, scope });
  return guarded(operands, inOrder(a, operator, b, scope.span(node)));
}

/**
 * TypeScript orders text by UTF-16 units, CEL by code points. The first characters that differ decide, and only two of
 * them from U+D800 on can be the other way round; so one side without such characters is enough.
 */
function isLow({ ascii, expression }: Dynamic): boolean {
  return ascii || (expression.kind === "literal" && !/[\ud800-\uffff]/.test(String(expression.value)));
}

const isKnownNaN = (value: Value): boolean => value.kind === "static" && Number.isNaN(value.value);

/** Whether it is there is asked apart. */
function operandOf(value: Value, node: TypeScriptExpression, scope: Scope): Dynamic | undefined {
  const limit = value.kind === "static" ? limitOfDoubles(value.value, scope.span(node)) : undefined;
  if (limit !== undefined) return limit;
  return value.kind === "dynamic" && value.isNull === "never" ? orDefault(value) : toDynamic(value, node, scope);
}

/** False where one of them is absent. */
function guarded(operands: readonly Value[], test: Expression): Value {
  const guards = operands.flatMap((value) => (value.kind === "dynamic" && mayBeAbsent(value) ? [isDefined(value)] : []));
  const whole = dynamicBoolean(guards.reduce((rest, guard) => and(guard, rest), test));
  // What stands behind such a test has been evaluated before it, too.
  const isTested = guards.length > 0 || test.kind !== "binary" || test.operator === "&&";
  return isTested ? after(operands.flatMap(iterationsOf), whole) : whole;
}

/** No number is neither less nor more than any, and CEL fails on it: `x == x && x < y`. */
function inOrder(a: Dynamic, operator: BinaryOperator, b: Dynamic, span: Span): Expression {
  const [left, right] = comparable(a, b);
  const numbers = [left, right].filter(mayBeNaN).map((part) => binary(part, "==", part, span));
  return [...numbers, binary(left, operator, right, span)].reduce<Expression>((all, part) => and(all, part), literal(true, span));
}

/**
 * With a literal, or between whole numbers, CEL compares exactly; anything else is compared as TypeScript does, as
 * doubles.
 */
function comparable(a: Dynamic, b: Dynamic): readonly [Expression, Expression] {
  const [x, y] = [bareNumber(a.expression), bareNumber(b.expression)];
  const isExact = x.kind === "literal" || y.kind === "literal" || (a.wholeUpTo !== undefined && b.wholeUpTo !== undefined);
  return isExact ? [x, y] : [asDouble(a.expression), asDouble(b.expression)];
}

function orderKnown(left: Known, operator: BinaryOperator, right: Known, { node, scope }: { node: Node; scope: Scope }): Value {
  const areAlike = typeof left === typeof right && (typeof left === "number" || typeof left === "string");
  if (!areAlike || !isSomething(left) || !isSomething(right)) return scope.reject("orders-text", node, { text: node.getText() });
  const answers: Partial<Record<BinaryOperator, boolean>> = {
    "<": left < right,
    "<=": left <= right,
    ">": left > right,
    ">=": left >= right,
  };
  return staticValue(answers[operator] === true);
}

/** `list.filter(f).length > 0` asks what `list.some(f)` asks, which does not look at what stands behind. */
function existsFiltered(left: Value, right: Value): Value | undefined {
  if (left.kind !== "dynamic" || left.presence.kind !== "always" || right.kind !== "static" || right.value !== 0)
    return undefined;
  const { expression } = left;
  const [counted] = expression.kind === "call" && expression.function === "size" ? expression.arguments : [];
  const filtered = counted?.kind === "local" ? counted.definition : counted;
  if (filtered?.kind !== "comprehension" || filtered.method !== "filter") return undefined;
  const isAny = dynamicBoolean({ ...filtered, method: "exists" });
  if (!demands(filtered)) return isAny;
  return after(iterationsOf(left), { ...isAny, expression: settled(isAny.expression) });
}
