import { iterationLimit, nestedLimitOf } from "../../language/limits.ts";
import type { IterationLimits, NestedIteration } from "../../ir/policy.ts";
import type { RecordShape, Shape } from "../../api/shape.ts";
import { isJsonObject } from "../../api/json.ts";

/**
 * The collections that a rule iterates over another one inside of, where either is too large for that: reaching them
 * counts as reaching an iteration over too many entries, whatever the rule would have found first. An iteration over
 * nothing iterates over nothing inside.
 */
export function tooLargeToNest(
  { nestedIterations, mostEntries = iterationLimit }: IterationLimits,
  roots: Readonly<Record<string, unknown>>,
  shape: RecordShape,
): ReadonlySet<string> {
  const sizeAt = (path: readonly string[]): number => largest(roots, shape, path);
  const isTooLarge = ({ outer, inner }: NestedIteration): boolean =>
    sizeAt(outer) > 0 && [outer, ...inner].some((path) => sizeAt(path) > nestedLimitOf(mostEntries));
  return new Set(nestedIterations.filter(isTooLarge).map(({ outer }) => outer.join("\0")));
}

/** Most entries of a collection at `path` that has its declared type; 0 where there is none. */
function largest(value: unknown, declared: Shape, [step, ...rest]: readonly string[]): number {
  const shape = shapeOf(value, declared);
  if (step === undefined) return sizeOf(value, shape);
  if (step === "[]") return shape.kind === "list" ? most(elementsOf(value), shape.element, rest) : 0;
  if (step === "{}") return shape.kind === "map" && isJsonObject(value) ? most(Object.values(value), shape.value, rest) : 0;
  const inside = fieldOf(shape, step);
  if (inside === undefined || !isJsonObject(value) || !Object.hasOwn(value, step)) return 0;
  return largest(value[step], inside, rest);
}

function fieldOf(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === "map") return shape.value;
  if (shape.kind !== "record") return undefined;
  return Object.hasOwn(shape.fields, name) ? shape.fields[name]?.shape : shape.others;
}

/** What a value that may have several types is. */
function shapeOf(value: unknown, shape: Shape): Shape {
  const anything: Shape = { kind: "unknown" };
  if (shape.kind === "unknown")
    return Array.isArray(value) ? { kind: "list", element: anything } : { kind: "map", value: anything };
  if (shape.kind !== "union") return shape;
  const isList = Array.isArray(value);
  return shape.members.find(({ kind }) => (isList ? kind === "list" : kind === "map" || kind === "record")) ?? anything;
}

function most(values: readonly unknown[], shape: Shape, path: readonly string[]): number {
  return values.reduce<number>((found, value) => Math.max(found, largest(value, shape, path)), 0);
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function sizeOf(value: unknown, shape: Shape): number {
  if (shape.kind === "list") return elementsOf(value).length;
  return shape.kind === "map" && isJsonObject(value) ? Object.keys(value).length : 0;
}
