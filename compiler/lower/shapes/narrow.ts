import { type Expression, Node, type Type, ts } from "ts-morph";
import { and } from "../../ir/expressions/boolean.ts";
import { type Expression as CelExpression, conditional } from "../../ir/expression.ts";
import type { Shape, UnionShape } from "../../api/shape.ts";
import { defaultOf, hasType, isNullable } from "../expressions/presence.ts";
import { unionTypes, scalarKindOf } from "./scalar-shapes.ts";
import { shapeOf } from "./shapes.ts";
import { type Dynamic, type Value, always } from "../value.ts";

/** What `typeof x === "object"` says of anything. */
export const listOrMap: UnionShape = {
  kind: "union",
  members: [
    { kind: "list", element: { kind: "unknown" } },
    { kind: "map", value: { kind: "unknown" } },
  ],
};

/**
 * The value as TypeScript sees it at this place, after `typeof`, `Array.isArray` and their like. It reads as absent
 * where it is of another type, so that nothing fails; and where it may be so, TypeScript has not narrowed it.
 */
export function narrowedAt(value: Value, node: Expression): Value {
  if (value.kind !== "dynamic") return value;
  const { shape } = value;
  if (shape.kind !== "unknown" && shape.kind !== "union") return value;
  const type = node.getType();
  if (shape.kind === "unknown" && !isDeclaredUnknown(node)) return value;
  const narrowed = shapeOfType(shape, type, node);
  if (narrowed === shape || narrowed.kind === "unknown") return value;
  const read = asShape(value, narrowed);
  return value.presence.kind === "always" && !isNullable(type) ? { ...read, presence: always, typed: true } : read;
}

/** What is left of `shape` where TypeScript has found out `type`. */
export function shapeOfType(shape: Shape, type: Type, node: Node): Shape {
  if (shape.kind === "union") return memberOf(shape, type);
  return shape.kind === "unknown" ? shapeWithin(type, node) : shape;
}

/** A list or map may be iterated over before the author's own test is asked, for its size. */
function safeRead(expression: CelExpression, shape: Shape): CelExpression {
  if (!["list", "map", "record"].includes(shape.kind)) return expression;
  return conditional(hasType(expression, shape), [expression, defaultOf(shape, expression.span)], expression.span);
}

/** The value where it has this type; absent otherwise. */
export function asShape(value: Dynamic, shape: Shape): Dynamic {
  const typedLevels = value.shape.kind === "union" ? value.typedLevels : 0;
  const more = { shape, typed: false, typedLevels } as const;
  const { presence, expression } = value;
  if (presence.kind === "optional" || presence.kind === "nullable") return { ...value, ...more };
  const isSuch = hasType(expression, shape);
  const guard = presence.kind === "guarded" ? and(presence.guard, isSuch) : isSuch;
  return { ...value, ...more, expression: safeRead(expression, shape), presence: { kind: "guarded", guard } };
}

/** The members that TypeScript has left; all of them where it knows nothing. */
function memberOf(shape: UnionShape, type: Type): Shape {
  if (type.isAny() || type.isUnknown()) return shape;
  const kinds = new Set(unionTypes(type.getNonNullableType()).map(jsonKindOf));
  const left = shape.members.filter(({ kind }) => kinds.has(kind === "record" ? "map" : kind));
  if (left.length === 0 || left.length === shape.members.length) return shape;
  const [only] = left;
  return left.length === 1 && only !== undefined ? only : { kind: "union", members: left };
}

function jsonKindOf(type: Type): string {
  return scalarKindOf(type) ?? (type.isArray() || type.isReadonlyArray() || type.isTuple() ? "list" : "map");
}

/** Anything, of which TypeScript knows this much here. */
function shapeWithin(type: Type, node: Node): Shape {
  const there = type.getNonNullableType();
  if (there.isAny() || there.isUnknown() || there.isNever() || isAnything(there)) return { kind: "unknown" };
  return isObjectKeyword(there) ? listOrMap : shapeOf(there, node);
}

/** `{}`: what `unknown` is after a comparison with `undefined`. */
function isAnything(type: Type): boolean {
  return type.isObject() && type.getProperties().length === 0 && type.getStringIndexType() === undefined && !type.isArray();
}

export function isObjectKeyword(type: Type): boolean {
  return (type.getFlags() & ts.TypeFlags.NonPrimitive) !== 0;
}

/**
 * Whether the field, element or name is declared as `unknown`, or is `any` by inference. Only then is it a test that
 * makes TypeScript think otherwise, and not a type that somebody has given to what may be anything.
 */
function isDeclaredUnknown(node: Expression): boolean {
  const type = declaredType(node);
  return type !== undefined && (type.isUnknown() || type.isAny());
}

/** What the field, element or name is declared as, whatever TypeScript has found out since. */
function declaredType(node: Expression): Type | undefined {
  if (Node.isIdentifier(node)) return node.getSymbol()?.getValueDeclaration()?.getType();
  if (Node.isPropertyAccessExpression(node)) {
    const property = node.getNameNode().getSymbol();
    return property?.getTypeAtLocation(node) ?? entryType(node.getExpression());
  }
  return Node.isElementAccessExpression(node) ? entryType(node.getExpression()) : undefined;
}

function entryType(owner: Expression): Type | undefined {
  const type = owner.getType().getNonNullableType();
  return type.getArrayElementType() ?? type.getStringIndexType();
}
