import { type Node, type Type } from "ts-morph";
import type { FieldShape, RecordShape, Shape } from "../ir/shape.ts";
import { objectShape } from "../ir/well-known-shapes.ts";

/**
 * The shape that a TypeScript type declares for an object: what all kinds have in common, and the type's own fields,
 * none of which is certain. Recursion, and unions of different types, end in `unknown`.
 */
export function objectShapeOf(type: Type, node: Node): RecordShape {
  const own = type.getProperties().filter((property) => !Object.hasOwn(objectShape.fields, property.getName()));
  const fields = own.map((property) => [property.getName(), fieldOf(property.getTypeAtLocation(node), node, [type])] as const);
  return { kind: "record", fields: { ...objectShape.fields, ...Object.fromEntries(fields) } };
}

function fieldOf(type: Type, node: Node, inside: readonly Type[]): FieldShape {
  const isAnything = type.isUnknown() || type.isAny();
  return {
    shape: shapeOf(isAnything ? type : type.getNonNullableType(), node, inside),
    presence: "optional",
    typedByServer: false,
  };
}

function shapeOf(type: Type, node: Node, inside: readonly Type[]): Shape {
  if (inside.includes(type) || type.isAny() || type.isUnknown()) return { kind: "unknown" };
  if (isAll(type, (part) => part.isString() || part.isStringLiteral())) return { kind: "string" };
  if (isAll(type, (part) => part.isNumber() || part.isNumberLiteral())) return { kind: "number" };
  if (isAll(type, (part) => part.isBoolean() || part.isBooleanLiteral())) return { kind: "boolean" };
  const around = [...inside, type];
  const element = type.getArrayElementType();
  if (element !== undefined) return { kind: "list", element: shapeOf(element, node, around) };
  const value = type.getStringIndexType();
  if (value !== undefined) return { kind: "map", value: shapeOf(value, node, around) };
  return type.isObject() || type.isIntersection() ? recordOf(type, node, around) : { kind: "unknown" };
}

function recordOf(type: Type, node: Node, inside: readonly Type[]): RecordShape {
  const fields = type
    .getProperties()
    .map((property) => [property.getName(), fieldOf(property.getTypeAtLocation(node), node, inside)] as const);
  return { kind: "record", fields: Object.fromEntries(fields) };
}

function isAll(type: Type, test: (part: Type) => boolean): boolean {
  return type.isUnion() ? type.getUnionTypes().every(test) : test(type);
}
