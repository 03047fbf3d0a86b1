import { type BinaryExpression, type Expression, Node, type TypeOfExpression } from "ts-morph";
import { or } from "../../ir/expressions/boolean.ts";
import type { Shape } from "../../api/shape.ts";
import { membersOf } from "./merge-shapes.ts";
import { askedForType } from "./inferred.ts";
import { asShape, listOrMap } from "./narrow.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import { isNullNow, isUndefinedNow } from "../expressions/null.ts";
import { isDefined } from "../expressions/presence.ts";
import type { Scope, Place } from "../scope.ts";
import { type Dynamic, type Value, dynamicBoolean, rejected, staticValue } from "../value.ts";

/** `typeof x === "string"`, either way round; undefined where no `typeof` stands there. */
export function lowerTypeComparison(node: BinaryExpression, scope: Scope): Value | undefined {
  const sides = [node.getLeft(), node.getRight()].map(withoutParentheses);
  const asked = sides.find(Node.isTypeOfExpression);
  const other = sides.find((side) => side !== asked);
  if (asked === undefined || other === undefined) return undefined;
  return isOfType(lowerTypeSubject(asked, scope), scope.lower(other), { node, scope });
}

/** What `typeof` is asked of. */
export function lowerTypeSubject(node: TypeOfExpression, scope: Scope): Value {
  return askedForType(scope.lower(node.getExpression()), node.getExpression(), scope);
}

export function withoutParentheses(node: Expression): Expression {
  return Node.isParenthesizedExpression(node) ? withoutParentheses(node.getExpression()) : node;
}

/** Whether `typeof value` is the text `name`. */
export function isOfType(value: Value, name: Value, { node, scope }: Place): Value {
  if (value.kind === "rejected" || name.kind === "rejected") return rejected;
  if (name.kind !== "static") return scope.reject("unknown-type-name", node, { text: node.getText() });
  if (value.kind !== "dynamic") return after(iterationsOf(value), staticValue(typeOfKnown(value) === name.value));
  return after(iterationsOf(value), isDynamicOfType(value, String(name.value)));
}

function typeOfKnown(value: Exclude<Value, Dynamic>): string {
  if (value.kind === "static") return typeof value.value;
  return value.kind === "function" || value.kind === "builtin" ? "function" : "object";
}

/** Lists and maps are objects for JavaScript; `null`, which is one, too, is asked for separately. */
export const shapesByName: Readonly<Record<string, Shape>> = {
  string: { kind: "string" },
  number: { kind: "number" },
  boolean: { kind: "boolean" },
  object: listOrMap,
};

function isDynamicOfType(value: Dynamic, name: string): Value {
  if (name === "undefined") return isUndefinedNow(value);
  const wanted = Object.hasOwn(shapesByName, name) ? shapesByName[name] : undefined;
  if (wanted === undefined) return staticValue(false);
  const isSuch = isOfShape(value, wanted);
  const isNull = name === "object" ? isNullNow(value) : staticValue(false);
  if (isNull.kind !== "dynamic") return isNull.kind === "static" && isNull.value === true ? isNull : isSuch;
  return isSuch.kind === "dynamic" ? dynamicBoolean(or(isSuch.expression, isNull.expression)) : isNull;
}

/** Whether the value has one of the JSON types of `wanted`. */
export function isOfShape(value: Dynamic, wanted: Shape): Value {
  if (value.shape.kind === "unknown") return asCondition(isDefined(asShape(value, wanted)));
  const kinds = membersOf(wanted).map(jsonKindOf);
  const left = membersOf(value.shape).filter((member) => kinds.includes(jsonKindOf(member)));
  if (left.length === 0) return staticValue(false);
  if (left.length === membersOf(value.shape).length) return asCondition(isDefined(value));
  const [only] = left;
  const shape: Shape = left.length === 1 && only !== undefined ? only : { kind: "union", members: left };
  return asCondition(isDefined(asShape(value, shape)));
}

/** What is parsed is an object of its own kind. */
function jsonKindOf({ kind }: Shape): string {
  return kind === "record" || kind === "opaque" ? "map" : kind;
}

function asCondition(condition: Dynamic["expression"]): Value {
  return condition.kind === "literal" ? staticValue(condition.value === true) : dynamicBoolean(condition);
}
