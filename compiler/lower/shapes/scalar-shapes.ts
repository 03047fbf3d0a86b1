import type { Type } from "ts-morph";
import type { NumberFormat, Shape } from "../../api/shape.ts";

/** Text, a number or a boolean, also as a union of literals; undefined where it is none of them, or may be several. */
export function scalarShapeOf(type: Type): Shape | undefined {
  return scalarShapeOfAll(unionTypes(type));
}

export function scalarShapeOfAll(parts: readonly Type[]): Shape | undefined {
  const [kind, ...others] = new Set(parts.map(scalarKindOf));
  if (kind === undefined || others.length > 0) return undefined;
  return kind === "number" ? numberShapeOf(parts) : { kind };
}

export function scalarKindOf(type: Type): "string" | "number" | "boolean" | undefined {
  const part = withoutBrand(type);
  if (part.isString() || part.isStringLiteral()) return "string";
  if (part.isBoolean() || part.isBooleanLiteral()) return "boolean";
  return part.isNumber() || part.isNumberLiteral() ? "number" : undefined;
}

/**
 * TypeScript has the members of a union in the order in which it came across them in any file. Here they stand in the
 * order of their declarations, so that no other policy decides what a policy compiles to.
 */
export function unionTypes(type: Type): readonly Type[] {
  if (!type.isUnion()) return [type];
  const placed = type.getUnionTypes().map((member) => ({ member, place: placeOf(member) }));
  return placed.toSorted((a, b) => compare(a.place, b.place)).map(({ member }) => member);
}

/** Empty for what is declared nowhere, such as a literal: those are told apart by what they are, in whatever order. */
function placeOf(type: Type): readonly [file: string, position: number] {
  const symbol = type.getAliasSymbol() ?? type.getSymbol();
  const [declaration] = symbol?.getDeclarations() ?? [];
  return declaration === undefined ? ["", 0] : [declaration.getSourceFile().getFilePath(), declaration.getPos()];
}

function compare([file, position]: readonly [string, number], [other, otherPosition]: readonly [string, number]): number {
  return file < other ? -1 : file > other ? 1 : position - otherPosition;
}

/** `number & { readonly [int32]?: never }` is a number. */
function withoutBrand(type: Type): Type {
  const scalar = type.getIntersectionTypes().find((part) => part.isString() || part.isNumber() || part.isBoolean());
  return scalar ?? type;
}

function numberShapeOf(parts: readonly Type[]): Shape {
  const formats = new Set(parts.map(formatOf));
  const [format] = formats;
  return formats.size === 1 && format !== undefined ? { kind: "number", format } : { kind: "number" };
}

/** By the symbol of compiler/language/numbers.ts, which TypeScript's checker names `__@int32@` and a number. */
function formatOf(type: Type): NumberFormat | undefined {
  const brands = type.getIntersectionTypes().flatMap((part) => (part.isObject() ? part.getProperties() : []));
  const names = brands.map((property) => /^__@(\w+)@/.exec(property.getName())?.[1]);
  return formats.find((format) => names.includes(format));
}

const formats: readonly NumberFormat[] = ["int32", "int64", "double"];
