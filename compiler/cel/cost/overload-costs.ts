import { isList } from "../values/value.ts";
import type { Cost } from "./call-cost.ts";
import { plainSizeOf, sizeOf } from "./sizes.ts";

/** cel-go: common/cost.go. */
export const stringFactor = 0.1;
const patternFactor = 0.25;
const listCost = 10;

const relation = ["less", "less_equals", "greater", "greater_equals"].flatMap((name) => [`${name}_string`, `${name}_bytes`]);

/** What cel-go charges for an overload; for all others it is 1. */
export const overloadCosts: ReadonlyMap<string, Cost> = new Map<string, Cost>([
  ...both(["starts_with_string", "ends_with_string"], ([, affix]) => traversal(sizeOf(affix))),
  ...both(["string_to_bytes", "bytes_to_string", "strings_quote", "string_format"], ([text]) => traversal(sizeOf(text))),
  ["in_list", ([, list]) => sizeOf(list)],
  ...both([...relation, "equals", "not_equals"], ([a, b]) => traversal(Math.min(sizeOf(a), sizeOf(b)))),
  ...both(["add_string", "add_bytes"], ([a, b]) => traversal(sizeOf(a) + sizeOf(b))),
  ...both(["matches", "matches_string"], ([text, pattern]) => patternCost(sizeOf(text), sizeOf(pattern))),
  ["contains_string", ([text, part]) => traversal(sizeOf(text)) * traversal(sizeOf(part))],
]);

function both(overloads: readonly string[], cost: Cost): readonly (readonly [string, Cost])[] {
  return overloads.map((overload) => [overload, cost]);
}

export function traversal(size: number): number {
  return Math.ceil(size * stringFactor);
}

/** An empty text is not free: the pattern may still be long. */
export function patternCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * stringFactor) * Math.ceil(patternSize * patternFactor);
}

const comparable = ["int", "uint", "double", "bool", "google.protobuf.Duration", "google.protobuf.Timestamp", "string", "bytes"];

/** What the libraries of cel-go charge themselves (ext/sets.go, ext/lists.go). */
export const trackedCosts: ReadonlyMap<string, Cost> = new Map<string, Cost>([
  ...both(["list_sets_contains_list", "list_sets_intersects_list"], ([a, b]) => 1 + plainSizeOf(a) * plainSizeOf(b)),
  ["list_sets_equivalent_list", ([a, b]) => 1 + plainSizeOf(a) * plainSizeOf(b) * 2],
  ...both(["list_slice", "lists_range", "list_reverse"], (_, result) => allocation(plainSizeOf(result), 1)),
  ["list_flatten", ([list]) => allocation(plainSizeOf(list), 1)],
  ["list_flatten_int", ([list, depth]) => allocation(plainSizeOf(list), Number(depth))],
  ["list_distinct", ([list]) => selfComparison(list)],
  ...both(
    comparable.map((type) => `list_${type}_sort`),
    ([list]) => selfComparison(list),
  ),
  ...both(
    comparable.map((type) => `list_${type}_sortByAssociatedKeys`),
    ([, keys]) => selfComparison(keys),
  ),
]);

function allocation(size: number, factor: number): number {
  return Math.floor(size * (factor < 0 ? 1 : factor)) + 1 + listCost;
}

function selfComparison(list: Parameters<Cost>[0][number] | undefined): number {
  const elements =
    list !== undefined && !(typeof list === "object" && list !== null && "message" in list) && isList(list) ? list : [];
  const [first] = elements;
  const isText = typeof first === "string" || first instanceof Uint8Array;
  return allocation(elements.length ** 2, isText ? 2 + stringFactor : 2);
}
