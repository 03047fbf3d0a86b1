import { Node, type Symbol as TypeScriptSymbol, type Type } from "ts-morph";
import type { FieldShape, RecordShape, Shape } from "../../api/shape.ts";
import { belongsTo } from "../../source/own-modules.ts";
import { objectShape } from "../../ir/well-known-shapes.ts";
import { unionTypes, scalarKindOf, scalarShapeOf, scalarShapeOfAll } from "./scalar-shapes.ts";
import { once, unionOfRecords } from "./merge-shapes.ts";

/**
 * The shape that a TypeScript type declares for an object: what all kinds have in common, and the type's own fields,
 * none of which is certain. Recursion, and unions that nothing can tell apart, end in `unknown`. The fields of
 * `holdfast/kinds` count as typed by the API server; whether they are depends on what the policy matches
 * (built-in-kind.ts).
 */
export function objectShapeOf(type: Type, node: Node): RecordShape {
  const { fields, ...more } = recordOf(type, node, [type]);
  return { ...more, fields: { ...fields, ...objectShape.fields } };
}

/** A Pod has two thousand fields, and a rule reads two: what nobody asks for is not looked at. */
function fieldOf(property: TypeScriptSymbol, node: Node, inside: readonly Type[]): FieldShape {
  const type = once(() => property.getTypeAtLocation(node));
  const shape = once(() => {
    const declared = shapeOf(type(), node, inside);
    return isQuantity(property) ? withQuantities(declared) : declared;
  });
  const isTyped = once(() => isBuiltIn(property) && !mayBeNull(type()) && !isMarkedNull(property));
  return {
    get shape() {
      return shape();
    },
    presence: "optional",
    get typedByServer() {
      return isTyped();
    },
  };
}

/** Declared in `holdfast/kinds`, and nowhere else: an author may add to an interface. */
function isBuiltIn(property: TypeScriptSymbol): boolean {
  const declarations = property.getDeclarations();
  return declarations.length > 0 && declarations.every((declaration) => belongsTo("holdfast/kinds", declaration.getSourceFile()));
}

/** A list or map that every object of a built-in kind has: the API server rejects others (`neverNull`). */
export function isWrittenAlways(property: TypeScriptSymbol): boolean {
  return isBuiltIn(property) && !property.isOptional() && !isMarkedNull(property);
}

/** Of `holdfast/kinds`: `MaybeNull<T>`, which authors see as `T`. */
function isMarkedNull(property: TypeScriptSymbol): boolean {
  return isWrittenWith(property, "MaybeNull<");
}

/** Of `holdfast/kinds`: `QuantityText`, or a map of them; TypeScript sees text. */
function isQuantity(property: TypeScriptSymbol): boolean {
  return isBuiltIn(property) && isWrittenWith(property, "QuantityText");
}

function isWrittenWith(property: TypeScriptSymbol, name: string): boolean {
  return property.getDeclarations().some((one) => Node.isPropertySignature(one) && one.getTypeNode()?.getText().includes(name));
}

function withQuantities(shape: Shape): Shape {
  if (shape.kind === "map") return { ...shape, value: withQuantities(shape.value) };
  return shape.kind === "string" ? { ...shape, format: "quantity" } : shape;
}

/** The value itself or an entry of it: the API server types it, but a null reads as absent. */
function mayBeNull(type: Type): boolean {
  if (type.isUnion()) return type.getUnionTypes().some(mayBeNull);
  const entry = type.getArrayElementType() ?? type.getStringIndexType();
  return entry === undefined ? type.isNull() || type.isAny() || type.isUnknown() : mayBeNull(entry);
}

/** Where a null is allowed, it reads as absent. */
export function shapeOf(declared: Type, node: Node, inside: readonly Type[] = []): Shape {
  if (declared.isAny() || declared.isUnknown()) return { kind: "unknown" };
  const type = declared.getNonNullableType();
  if (inside.includes(type)) return { kind: "unknown" };
  const scalar = scalarShapeOf(type);
  if (scalar !== undefined) return scalar;
  const around = [...inside, type];
  if (type.isUnion()) return unionShapeOf(type, node, around);
  const element = type.getArrayElementType();
  if (element !== undefined) return { kind: "list", element: shapeOf(element, node, around) };
  const value = type.getStringIndexType();
  if (value !== undefined && type.getProperties().length === 0) return { kind: "map", value: shapeOf(value, node, around) };
  return type.isObject() || type.isIntersection() ? recordOf(type, node, around) : { kind: "unknown" };
}

/**
 * Literals of one type are one member, as which other values may be stored, too. Two objects are one that has the fields
 * of both; two lists are `unknown`.
 */
function unionShapeOf(type: Type, node: Node, inside: readonly Type[]): Shape {
  const parts = [...Map.groupBy(unionTypes(type), (part) => scalarKindOf(part) ?? part).values()];
  const members = parts.map((alike) => scalarShapeOfAll(alike) ?? shapeOf(alike[0] ?? type, node, inside));
  const records = members.filter((member) => member.kind === "record");
  const others = members.filter((member) => member.kind !== "record");
  const whole = records.length > 1 ? [...others, unionOfRecords(records)] : members;
  const [only] = whole;
  if (only !== undefined && whole.length === 1) return only;
  const kinds = whole.map(({ kind }) => (kind === "record" ? "map" : kind));
  const areDifferent = new Set(kinds).size === kinds.length && !kinds.includes("unknown");
  return areDifferent ? { kind: "union", members: whole } : { kind: "unknown" };
}

function recordOf(type: Type, node: Node, inside: readonly Type[]): RecordShape {
  const fields = type.getProperties().map((property) => [property.getName(), fieldOf(property, node, inside)] as const);
  const others = type.getStringIndexType();
  const record: RecordShape = { kind: "record", fields: Object.fromEntries(fields) };
  return others === undefined ? record : { ...record, others: shapeOf(others, node, inside) };
}
