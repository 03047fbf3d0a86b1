import type { Node } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, doubleLiteral, literal, local } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { mayBeNaN } from "../../ir/expressions/number-range.ts";
import type { Shape } from "../../api/shape.ts";
import { isDouble } from "../cel-type.ts";
import { bigIntTruth } from "../numbers/big-int.ts";
import { after, isNeverThere, iterationsOf } from "../evaluation-order.ts";
import { type Dynamic, type PositionValue, type Value, dynamicBoolean, staticValue } from "../value.ts";
import type { Scope } from "../scope.ts";
import { isDefined, plain } from "./presence.ts";

/**
 * Of a value that was made by `&&` and `||`, from the truth of its parts: it reads better than what asks the value. By
 * the value itself, since a copy of it may be another.
 */
export const knownTruths = new WeakMap<Dynamic, Value>();

/**
 * What JavaScript takes the value for in a condition: a boolean that the compiler knows, or a bool in CEL. Rejected
 * stays rejected.
 */
export function truthOf(value: Value): Value {
  switch (value.kind) {
    case "rejected":
    case "carried test":
      return value;
    case "carried":
      return {
        kind: "carried test",
        test: { asks: "true", nothing: "either", of: value, isNegated: false },
        node: value.node,
      };
    case "position":
      return truthOfPlace(value);
    case "mixed":
    case "shown":
      return value.truth;
    case "static":
      return staticValue(Boolean(value.value));
    case "dynamic":
      return knownTruths.get(value) ?? truthOfDynamic(value);
    default:
      return after(iterationsOf(value), staticValue(true));
  }
}

function truthOfPlace({ expression, isThere }: PositionValue): Value {
  const { span } = expression;
  const isElsewhere = binary(expression, "!=", literal(0, span), span);
  return dynamicBoolean(isThere === undefined ? isElsewhere : and(isThere, isElsewhere, span));
}

function truthOfDynamic(value: Dynamic): Value {
  if (isNeverThere(value)) return after(iterationsOf(value), staticValue(false));
  const { expression, presence, shape } = value;
  if (isTrueWhereThere(shape)) {
    const there = isDefined(value);
    return there.kind === "literal"
      ? after(iterationsOf(value), staticValue(true))
      : after(iterationsOf(value), dynamicBoolean(there));
  }
  switch (presence.kind) {
    case "always":
      return dynamicBoolean(isTrue(expression, shape));
    case "guarded":
      if (isSizeOf(presence.guard, expression)) return dynamicBoolean(isTrue(expression, shape));
      return dynamicBoolean(and(presence.guard, isTrue(expression, shape)));
    case "nullable":
      return dynamicBoolean(and(isDefined(value), isTrue(expression, shape)));
    case "optional":
      // What stands in where nothing is there is false as well.
      return dynamicBoolean(isTrue(plain(value), shape));
  }
}

/** What a rule, or a function given to `some`, says, as bool; undefined after a diagnostic. */
export function conditionOf(value: Value, node: Node, scope: Scope): Expression | undefined {
  const truth = truthOf(value);
  if (truth.kind === "static") return literal(truth.value === true, scope.span(node));
  if (truth.kind === "carried test") scope.rejectLimited(truth);
  return truth.kind === "dynamic" ? truth.expression : undefined;
}

/** Whether every value of the type is true: objects are, and lists, even empty ones. */
export function isTrueWhereThere(shape: Shape): boolean {
  if (shape.kind === "opaque") return shape.type !== "bigint";
  return shape.kind === "list" || shape.kind === "map" || shape.kind === "record";
}

/** bool: the value, which has that type, is none of those that JavaScript takes for false. */
function isTrue(value: Expression, shape: Shape): Expression {
  const { span } = value;
  const isNot = (other: string | number | boolean | null): Expression => binary(value, "!=", literal(other, span), span);
  switch (shape.kind) {
    case "boolean":
      return value;
    case "string":
      return isNot("");
    case "number":
      if (isDouble(value)) return isOtherThanZero(value);
      return mayBeNaN(value) ? and(isNot(0), isNumber(value)) : isNot(0);
    case "opaque":
      return bigIntTruth(value);
    case "unknown":
      return isNoneOf(value, [null, false, 0, ""]);
    case "union":
      return isNoneOf(value, [null, ...shape.members.flatMap((member) => falseOf(member))]);
    default:
      return literal(true, span);
  }
}

/** `list?.length`: where the list is absent the size is that of what stands in for it, which is 0. */
function isSizeOf(guard: Expression, value: Expression): boolean {
  if (value.kind !== "call" || value.function !== "size" || guard.kind !== "call" || guard.function !== "hasValue") return false;
  const [read] = value.arguments;
  if (read?.kind !== "call" || read.function !== "orValue" || guard.receiver === undefined || read.receiver === undefined)
    return false;
  return identity(read.receiver) === identity(guard.receiver);
}

/** NaN, which a computation may give, is false: it is not even equal to itself. What is stored is never NaN. */
function isOtherThanZero(value: Expression): Expression {
  return and(binary(value, "!=", doubleLiteral(0, value.span), value.span), isNumber(value));
}

/** bool: it is not NaN. */
function isNumber(value: Expression): Expression {
  return binary(value, "==", value, value.span);
}

/** `==` of values of different types is false in CEL, and no error, where one of them is dyn. */
function isNoneOf(value: Expression, others: readonly (string | number | boolean | null)[]): Expression {
  const expression = value.kind === "local" ? value : local("value", value, "compiler");
  return others
    .map((other): Expression => binary(expression, "!=", literal(other, value.span), value.span))
    .reduce((left, right) => and(left, right));
}

function falseOf({ kind }: Shape): readonly (string | number | boolean)[] {
  if (kind === "string") return [""];
  if (kind === "number") return [0];
  return kind === "boolean" ? [false] : [];
}
