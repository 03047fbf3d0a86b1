import type { Type } from "ts-morph";
import type { NumberFormat, Shape } from "../ir/shape.ts";

/** Text, a number or a boolean, also as a union of literals; undefined where it is none of them, or may be several. */
export function scalarShapeOf(type: Type): Shape | undefined {
  const parts = (type.isUnion() ? type.getUnionTypes() : [type]).map(withoutBrand);
  if (parts.every((part) => part.isString() || part.isStringLiteral())) return { kind: "string" };
  if (parts.every((part) => part.isBoolean() || part.isBooleanLiteral())) return { kind: "boolean" };
  return parts.every((part) => part.isNumber() || part.isNumberLiteral()) ? numberShapeOf(type) : undefined;
}

/** `number & { readonly [int32]?: never }` is a number. */
function withoutBrand(type: Type): Type {
  const scalar = type.getIntersectionTypes().find((part) => part.isString() || part.isNumber() || part.isBoolean());
  return scalar ?? type;
}

function numberShapeOf(type: Type): Shape {
  const formats = new Set((type.isUnion() ? type.getUnionTypes() : [type]).map(formatOf));
  const [format] = formats;
  return formats.size === 1 && format !== undefined ? { kind: "number", format } : { kind: "number" };
}

/** By the symbol of compiler/dsl/numbers.ts, which TypeScript's checker names `__@int32@` and a number. */
function formatOf(type: Type): NumberFormat | undefined {
  const brands = type.getIntersectionTypes().flatMap((part) => (part.isObject() ? part.getProperties() : []));
  const names = brands.map((property) => /^__@(\w+)@/.exec(property.getName())?.[1]);
  return formats.find((format) => names.includes(format));
}

const formats: readonly NumberFormat[] = ["int32", "int64", "double"];
