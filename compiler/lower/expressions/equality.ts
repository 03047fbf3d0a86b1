import type { Node } from "ts-morph";
import type { Span } from "../../diagnostics/span.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import { type Binary, type Expression, binary, literal, not } from "../../ir/expression.ts";
import { limitOfDoubles } from "../numbers/constants.ts";
import { equalBigInts, isBigInt } from "../numbers/big-int.ts";
import { bareNumber, knownLiteral } from "./coerce.ts";
import { choose, presenceOf } from "./choose.ts";
import { isDouble, isDyn } from "../cel-type.ts";
import { after, afterIterating, isNeverThere, iterations, iterationsOf, iterationsOfChoice } from "../evaluation-order.ts";
import { type LookedUp, askedOf, isLookedUp } from "./looked-up.ts";
import { isNullNow, isUndefinedNow, sameNothing } from "./null.ts";
import { asDouble, isDefined, plain } from "./presence.ts";
import { asShape } from "../shapes/narrow.ts";
import type { Scope, Place } from "../scope.ts";
import { isOfShape } from "../shapes/type-of.ts";
import {
  type Dynamic,
  type StaticValue,
  type Value,
  always,
  dynamicBoolean,
  rejected,
  staticValue,
  isNothing,
} from "../value.ts";

/** `a === b`, exactly: wrong types read as undefined, and undefined equals only itself. */
export function lowerEquality(operands: readonly [Value, Value], node: Node, scope: Scope): Value {
  const [left, right] = operands;
  if (isLookedUp(left) && !isLookedUp(right))
    return after(
      iterations(right) ? [...iterationsOfFound(left), ...iterationsOf(right)] : [],
      askedOf(left, (found) => lowerEquality([found, right], node, scope)),
    );
  if (isLookedUp(right) && !isLookedUp(left))
    return afterIterating(
      [left],
      askedOf(right, (found) => lowerEquality([left, found], node, scope)),
    );
  return afterIterating(operands, compare(operands, node, scope));
}

/** Of a key that every object inherits, the right side of `||` is not worked out. */
function iterationsOfFound({ choice: { condition, branches } }: LookedUp): readonly Expression[] {
  return iterationsOfChoice(condition, branches.map(iterationsOf));
}

function compare([left, right]: readonly [Value, Value], node: Node, scope: Scope): Value {
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (left.kind === "static" && right.kind === "static") return staticValue(left.value === right.value);
  if (isNothing(left) && isKnownThing(right)) return staticValue(false);
  if (isNothing(right) && isKnownThing(left)) return staticValue(false);
  if (left.kind === "dynamic" && right.kind === "static") return equalsLiteral(left, right, { node, scope });
  if (left.kind === "static" && right.kind === "dynamic") return equalsLiteral(right, left, { node, scope });
  if (left.kind === "dynamic" && right.kind === "dynamic") return equalsDynamic(left, right, { node, scope });
  return scope.reject("compares-objects", node, { text: node.getText() });
}

/** Lists, objects and functions of the author's are never undefined. */
function isKnownThing({ kind }: Value): boolean {
  return kind !== "static" && kind !== "dynamic" && kind !== "builtin";
}

function equalsLiteral(value: Dynamic, { value: known }: StaticValue, { node, scope }: Place): Value {
  const span = scope.span(node);
  // 0 and -0 are equal, and only one of them is an int.
  const constant = known === 0 ? 0 : known;
  if (Number.isNaN(constant)) return staticValue(false);
  const limit = limitOfDoubles(constant, span);
  if (limit !== undefined) return equalsDynamic(value, limit, { node, scope });
  if (constant === undefined) return isUndefinedNow(value);
  if (constant === null) return isNullNow(value);
  // CEL does not compile `null == 'x'`, also where it is never evaluated.
  if (isNeverThere(value)) return dynamicBoolean(isDefined(value));
  if (!isScalar(value)) return scope.reject("compares-objects", node, { text: node.getText() });
  // CEL does not compile `'a' == 1`; TypeScript compares it where one of them has the type of an enum.
  if (!hasSeveralTypes(value) && value.shape.kind !== typeof constant) return staticValue(false);
  const { presence } = value;
  const constantExpression = knownLiteral(constant, node, scope);
  if (constantExpression === undefined) return rejected;
  // CEL's == never errors, so no type test: a stored value of another type is unequal, as undefined is.
  const read =
    presence.kind === "optional" ? plain({ ...value, typed: true }, literal(anythingBut(constant), span)) : plain(value);
  const constantOfType = isDyn(read) ? bareNumber(constantExpression) : likeNumber(read, constantExpression);
  const equal = isStaticallyBoolean(value)
    ? sameBoolean(read, constant === true)
    : sameConstant(value, binary(read, "==", constantOfType, span));
  return dynamicBoolean(presence.kind === "guarded" ? and(presence.guard, equal, span) : equal);
}

function sameConstant(value: Dynamic, equal: Binary): Expression {
  return value.typed && !hasSeveralTypes(value) ? equal : { ...equal, ofAnyType: true };
}

/** CEL does not compile `1.0 == 1`. */
function likeNumber(read: Expression, constant: Expression): Expression {
  return isDouble(read) ? asDouble(bareNumber(constant)) : constant;
}

/** A boolean that CEL knows to be one needs no `== true`. */
function isStaticallyBoolean(value: Dynamic): boolean {
  return value.shape.kind === "boolean" && (value.presence.kind === "always" || value.presence.kind === "guarded") && value.typed;
}

function sameBoolean(read: Expression, wanted: boolean): Expression {
  return wanted ? read : not(read, read.span);
}

/** The default of an absent value must not look like the constant that it is compared with. */
function anythingBut(constant: string | number | boolean): string | number | boolean {
  if (typeof constant === "boolean") return !constant;
  if (typeof constant === "string") return constant === "" ? " " : "";
  return constant === 0 ? 1 : 0;
}

function equalsDynamic(left: Dynamic, right: Dynamic, { node, scope }: Place): Value {
  if (isNeverThere(left) || isNeverThere(right)) return bothAbsent(left, right, scope.span(node));
  if (hasSeveralTypes(left) || hasSeveralTypes(right)) return equalsEither(left, right, { node, scope });
  const areBigInts = isBigInt(left) && isBigInt(right);
  if (!areBigInts && (!isScalar(left) || !isScalar(right)))
    return scope.reject("compares-objects", node, { text: node.getText() });
  const span = scope.span(node);
  const [leftIsDefined, rightIsDefined] = [isDefined(left), isDefined(right)];
  // Values of two types can only be equal by being absent, both; CEL would not compile their comparison.
  if (left.shape.kind !== right.shape.kind) return bothAbsent(left, right, span);
  const areWhole = left.wholeUpTo !== undefined && right.wholeUpTo !== undefined;
  const read = areWhole ? plain : comparable;
  const equal = areBigInts ? equalBigInts(plain(left), plain(right), span) : binary(read(left), "==", read(right), span);
  if (isTrue(leftIsDefined)) return dynamicBoolean(and(rightIsDefined, equal, span));
  if (isTrue(rightIsDefined)) return dynamicBoolean(and(leftIsDefined, equal, span));
  const whole = and(binary(leftIsDefined, "==", rightIsDefined, span), absentIsEqual(left, right, equal), span);
  const same = sameNothing(left, right, span);
  return dynamicBoolean(same === undefined ? whole : and(whole, same, span));
}

function bothAbsent(left: Dynamic, right: Dynamic, span: Span): Value {
  const areAbsent = not(or(isDefined(left), isDefined(right), span), span);
  const same = sameNothing(left, right, span);
  return dynamicBoolean(same === undefined ? areAbsent : and(areAbsent, same, span));
}

function hasSeveralTypes({ shape }: Dynamic): boolean {
  return shape.kind === "unknown" || shape.kind === "union";
}

/**
 * What may be several things is equal to something of one type only where it has that type; or where both are absent.
 */
function equalsEither(left: Dynamic, right: Dynamic, { node, scope }: Place): Value {
  const [either, other] = hasSeveralTypes(left) ? [left, right] : [right, left];
  const isComparable = ["string", "number", "boolean"].includes(other.shape.kind);
  if (!isComparable) return scope.reject("not-narrowed", node, { text: node.getText() });
  if (other.presence.kind !== "always") {
    const there: Dynamic = { ...other, expression: plain(other), presence: always, typed: true };
    const whereThere = equalsEither(either, there, { node, scope });
    const span = scope.span(node);
    const areSimple = either.isNull === "never" && other.isNull === "never";
    const whereAbsent = areSimple ? isUndefinedNow(either) : bothAbsent(either, other, span);
    return choose(presenceOf(other), [whereThere, whereAbsent], { node, scope });
  }
  return isOfShape(either, other.shape).kind === "static"
    ? staticValue(false)
    : equalsDynamic(asShape(either, other.shape), other, { node, scope });
}

/** Both absent: guarded values have no default to compare, so only their guards decide. */
function absentIsEqual(left: Dynamic, right: Dynamic, equal: Expression): Expression {
  const guards = [left, right].flatMap(({ presence }) => (presence.kind === "guarded" ? [presence.guard] : []));
  return guards.reduce<Expression>((rest, guard) => binary(not(guard, guard.span), "||", rest, rest.span), equal);
}

/** Two stored numbers are compared as TypeScript does, as doubles: beyond 2^53 an int in CEL would be more exact. */
function comparable(value: Dynamic): Expression {
  const read = plain(value);
  return value.shape.kind === "number" ? asDouble(read) : read;
}

function isTrue(node: Expression): boolean {
  return node.kind === "literal" && node.value === true;
}

function isScalar({ shape }: Dynamic): boolean {
  return ["string", "number", "boolean", "unknown", "union"].includes(shape.kind);
}
