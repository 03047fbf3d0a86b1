import { type Expression, Node, type Type } from "ts-morph";
import type { RecordShape, Shape } from "../../api/shape.ts";
import { type Path, elementPath } from "../path.ts";
import type { Place, Scope } from "../scope.ts";
import { type Dynamic, type Value, rejected } from "../value.ts";
import { scalarKindOf, unionTypes } from "./scalar-shapes.ts";
import { shapeOf } from "./shapes.ts";

/**
 * What is read of an `any` has no declared type, so that the use declares one: `x.name` reads an object, `x.some(...)`
 * a list, `x ?? 1` a number. As with `x as T`, a stored value of another JSON type reads as `undefined`. Where the use
 * does not tell, the read is rejected.
 */

const unknown: Shape = { kind: "unknown" };
const listOfAny: Shape = { kind: "list", element: unknown };
const mapOfAny: Shape = { kind: "map", value: unknown };

/** Where a shape stands in the object: elements that are found in a list have a shape, and no path. */
const places = new WeakMap<Shape, Path>();

/** The same shape, of what is stored at `path`. */
export function standingAt(shape: Shape, path: Path | undefined): Shape {
  if (path === undefined || places.has(shape)) return shape;
  places.set(shape, path);
  if (shape.kind === "list") standingAt(shape.element, elementPath(path, "list"));
  if (shape.kind === "map") standingAt(shape.value, elementPath(path, "map"));
  return shape;
}

export function placeOf({ path, shape }: Dynamic): Path | undefined {
  return path ?? places.get(shape);
}

/** `value` as one of `shape`; undefined where it is declared as something, or has no place in the object. */
function inferredAs(value: Dynamic, shape: Shape, scope: Scope): Dynamic | undefined {
  const [root, ...path] = placeOf(value) ?? [];
  if (value.shape.kind !== "unknown" || (root !== "object" && root !== "oldObject")) return undefined;
  const own = standingAt(copyOf(shape), [root, ...path]);
  return scope.lowering.claims.infer(path, own) ? { ...value, shape: own, typed: false, typedLevels: 0 } : undefined;
}

/** Each place has shapes of its own. */
function copyOf(shape: Shape): Shape {
  if (shape.kind === "list") return { ...shape, element: copyOf(shape.element) };
  return shape.kind === "map" ? { ...shape, value: copyOf(shape.value) } : { ...shape };
}

/** `value.name`: an object, with a field of that name. Undefined where another type is declared. */
export function withField(value: Dynamic, name: string, { node, scope }: Place): Dynamic | undefined {
  if (!isReadOfAny(node)) return undefined;
  const record = recordWith(name);
  if (value.shape.kind !== "record") return inferredAs(value, record, scope);
  const [root, ...path] = placeOf(value) ?? [];
  if ((root !== "object" && root !== "oldObject") || !scope.lowering.claims.infer(path, record)) return undefined;
  const shape: RecordShape = { ...value.shape, fields: { ...value.shape.fields, ...record.fields } };
  return { ...value, shape: standingAt(shape, [root, ...path]), typed: false, typedLevels: 0 };
}

function recordWith(name: string): RecordShape {
  return { kind: "record", fields: { [name]: { shape: { kind: "unknown" }, presence: "optional", typedByServer: false } } };
}

function isReadOfAny(node: Node): boolean {
  const isAccess = Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node);
  if (isAccess) return node.getExpression().getType().isAny();
  return Node.isBindingElement(node) && node.getType().isAny();
}

export const asListOfAny = (value: Value, node: Node, scope: Scope): Value => inferred(value, listOfAny, node, scope);
export const asMapOfAny = (value: Value, node: Node, scope: Scope): Value => inferred(value, mapOfAny, node, scope);

/** What is `any` as one of `shape`; everything else as it is. */
export function inferred(value: Value, shape: Shape, node: Node, scope: Scope): Value {
  if (value.kind !== "dynamic" || value.shape.kind !== "unknown" || !isAnyAt(node)) return value;
  return inferredAs(value, shape, scope) ?? value;
}

function isAnyAt(node: Node): boolean {
  return node.getType().isAny();
}

/** The operand of `other`, an operator or a default: it is of the same type. */
export function likeOther(value: Value, other: Value, node: Node, scope: Scope): Value {
  const shape = shapeOfOther(other);
  return shape === undefined ? value : inferred(value, shape, node, scope);
}

function shapeOfOther(other: Value): Shape | undefined {
  switch (other.kind) {
    case "static":
      return scalarShapes[typeof other.value];
    case "list":
      return listOfAny;
    case "object":
      return { kind: "record", fields: {} };
    case "dynamic":
      return scalarShapes[other.shape.kind];
    default:
      return undefined;
  }
}

const scalarShapes: Readonly<Record<string, Shape>> = {
  string: { kind: "string" },
  number: { kind: "number" },
  boolean: { kind: "boolean" },
};

/** Methods that values of one type alone have. */
const shapesByMethod: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    ["every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "forEach", "join", "map"]
      .concat(["reduce", "reduceRight", "some", "toReversed", "toSorted"])
      .map((name) => [name, listOfAny]),
  ),
  ...Object.fromEntries(
    ["charAt", "endsWith", "match", "matchAll", "padEnd", "padStart", "replace", "replaceAll", "split", "startsWith"]
      .concat(["substring", "toLowerCase", "toUpperCase", "trim", "trimEnd", "trimStart"])
      .map((name) => [name, { kind: "string" }]),
  ),
};

/** What `value.method(...)` is asked of; undefined where several types have such a method. */
export function withMethod(value: Dynamic, method: string, receiver: Node, scope: Scope): Dynamic | undefined {
  const shape = Object.hasOwn(shapesByMethod, method) ? shapesByMethod[method] : undefined;
  const found = shape && inferred(value, shape, receiver, scope);
  return found?.kind === "dynamic" && found !== value ? found : undefined;
}

/** What is `any` where TypeScript wants a type: an argument, a declaration with a type, what a function gives. */
export function asExpected(value: Value, node: Expression, scope: Scope): Value {
  if (!scope.lowering.claims.hasAny || value.kind === "rejected") return value;
  if (contradicts(value, node.getType())) return scope.reject("type-assertion", node, { text: node.getText() });
  if (value.kind !== "dynamic" || value.shape.kind !== "unknown" || !isAnyAt(node)) return value;
  const expected = node.getContextualType();
  if (expected === undefined || isAnything(expected)) return value;
  const shape = shapeOf(expected, node);
  return shape.kind === "unknown" || shape.kind === "union" ? value : inferred(value, shape, node, scope);
}

/** `const count: number = name as any`: the compiler would calculate with a text. */
function contradicts(value: Value, type: Type): boolean {
  const known = value.kind === "static" ? typeof value.value : value.kind === "dynamic" ? value.shape.kind : "";
  if (scalarShapes[known] === undefined || type.isAny()) return false;
  const kinds = unionTypes(type.getNonNullableType()).map(scalarKindOf);
  return kinds.length > 0 && kinds.every((kind) => kind !== undefined && kind !== known);
}

/** `{}` and type parameters, which say nothing. */
function isAnything(expected: Type): boolean {
  const type = expected.getNonNullableType();
  if (type.isAny() || type.isUnknown() || type.isTypeParameter() || type.isVoid()) return true;
  return type.isObject() && !type.isArray() && type.getProperties().length === 0 && type.getStringIndexType() === undefined;
}

/** `typeof x` and `Array.isArray(x)` tell types apart: nothing else may have declared one. */
export function askedForType(value: Value, node: Node, scope: Scope): Value {
  if (!scope.lowering.claims.hasAny || value.kind !== "dynamic") return value;
  const [root, ...path] = placeOf(value) ?? [];
  if (root === undefined || !scope.lowering.claims.isInferred(path)) return value;
  scope.reject("any-type", node, { text: node.getText() });
  return rejected;
}
