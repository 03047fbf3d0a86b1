import { nestedLimit } from "../dsl/limits.ts";
import type { NestedWalk } from "../ir/policy.ts";
import type { RecordShape, Shape } from "../ir/shape.ts";
import { isMap } from "./json-map.ts";

/**
 * The collections that a rule walks another one inside of, where either is too large for that: reaching them counts as
 * reaching a walk over too many entries, whatever the rule would have found first.
 */
export function tooLargeToNest(
  walks: readonly NestedWalk[],
  roots: Readonly<Record<string, unknown>>,
  shape: RecordShape,
): ReadonlySet<string> {
  const isLarge = (path: readonly string[]): boolean => largest(roots, shape, path) > nestedLimit;
  return new Set(walks.filter(({ outer, inner }) => [outer, ...inner].some(isLarge)).map(({ outer }) => outer.join("\0")));
}

/** Most entries of a collection at `path` that has its declared type; 0 where there is none. */
function largest(value: unknown, shape: Shape, [step, ...rest]: readonly string[]): number {
  if (step === undefined) return sizeOf(value, shape);
  if (step === "[]") return shape.kind === "list" ? most(elementsOf(value), shape.element, rest) : 0;
  if (step === "{}") return shape.kind === "map" && isMap(value) ? most(Object.values(value), shape.value, rest) : 0;
  const field = shape.kind === "record" && Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
  if (field === undefined || !isMap(value) || !Object.hasOwn(value, step)) return 0;
  return largest(value[step], field.shape, rest);
}

function most(values: readonly unknown[], shape: Shape, path: readonly string[]): number {
  return values.reduce<number>((found, value) => Math.max(found, largest(value, shape, path)), 0);
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function sizeOf(value: unknown, shape: Shape): number {
  if (shape.kind === "list") return elementsOf(value).length;
  return shape.kind === "map" && isMap(value) ? Object.keys(value).length : 0;
}
