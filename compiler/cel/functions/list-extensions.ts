import { Failure, NotEvaluatedHere } from "../failures.ts";
import { compare } from "../values/compare.ts";
import { isSame } from "../values/equal.ts";
import { type CelList, type CelValue, isList, runtimeType } from "../values/value.ts";
import { type Charges, allocation, selfComparison, plainSizeOf } from "../cost/charges.ts";
import { ofEachWithEach, ofNewList } from "../cost/estimates.ts";
import { type CelFunction, type OverloadRow, define, since } from "./cel-function.ts";

const comparable = ["int", "uint", "double", "bool", "google.protobuf.Duration", "google.protobuf.Timestamp", "string", "bytes"];

function sortRows(id: string, parameters: (type: string) => string): readonly OverloadRow[] {
  return comparable.map((type) => [`list_${type}_${id}`, parameters(type)]);
}

const ofResult: Charges = { celGo: (_, result) => allocation(plainSizeOf(result)) };

/** cel-go: ext/lists.go, version 3. */
export const listExtensions: readonly CelFunction[] = since(35, [
  define("slice", [["list_slice", "list(T).(int, int): list(T)", slice]], {
    charges: ofResult,
    emitted: { estimate: ofNewList },
  }),
  define(
    "flatten",
    [
      ["list_flatten", "list(list(T)).(): list(T)", (list: CelValue) => flattenValue(list)],
      ["list_flatten_int", "list(dyn).(int): list(dyn)", (list: CelValue, depth: CelValue) => flattenValue(list, depth)],
    ],
    {
      isGuarded: false,
      charges: { celGo: ([list, depth = 1n]) => allocation(plainSizeOf(list), Number(depth)) },
      emitted: { estimate: ofNewList },
    },
  ),
  define(
    "sort",
    sortRows("sort", (type) => `list(${type}).(): list(${type})`),
    {
      implementation: (list: CelList) => sortBy(list, list),
      trait: "lister",
      charges: { celGo: ([list]) => selfComparison(list) },
      emitted: { estimate: ofEachWithEach },
    },
  ),
  define(
    "@sortByAssociatedKeys",
    sortRows("sortByAssociatedKeys", (type) => `list(T).(list(${type})): list(T)`),
    {
      implementation: sortBy,
      trait: "lister",
      charges: { celGo: ([, keys]) => selfComparison(keys) },
    },
  ),
  define("lists.range", [["lists_range", "(int): list(int)", range]], { charges: ofResult }),
  define("reverse", [["list_reverse", "list(T).(): list(T)", (list: CelList) => list.toReversed()]], {
    charges: ofResult,
    emitted: { estimate: ofNewList },
  }),
  define("distinct", [["list_distinct", "list(T).(): list(T)", distinct]], {
    charges: { celGo: ([list]) => selfComparison(list) },
  }),
]);

function slice(list: CelList, start: bigint, end: bigint): CelList | Failure {
  const problem = (words: string): Failure => new Failure(`cannot slice(${start}, ${end}), ${words}`);
  if (start < 0n || end < 0n) return problem("negative indexes not supported");
  if (start > end) return problem("start index must be less than or equal to end index");
  if (list.length < end) return problem(`list is length ${list.length}`);
  return list.slice(Number(start), Number(end));
}

/** A list of what are no lists is flat already, so that the values are looked at here. */
function flattenValue(list: CelValue, depth?: CelValue): CelList | Failure {
  if (isList(list) && (depth === undefined || typeof depth === "bigint")) return flatten(list, depth ?? 1n);
  const applied = depth === undefined ? "" : runtimeType(depth).typeName;
  return new Failure(`no such overload: ${runtimeType(list).typeName}.flatten(${applied})`);
}

function flatten(list: CelList, depth: bigint): CelList | Failure {
  if (depth < 0n) return new Failure("level must be non-negative");
  const flat: CelValue[] = [];
  for (const element of list) {
    if (!isList(element) || depth === 0n) {
      flat.push(element);
      continue;
    }
    const inner = flatten(element, depth - 1n);
    if (inner instanceof Failure) return inner;
    flat.push(...inner);
  }
  return flat;
}

/** So many numbers the API server would not finish counting either. */
const longestRange = 10_000_000n;

function range(count: bigint): CelList | Failure {
  if (count < 0n) return new Failure(`lists.range: size must be non-negative, got ${count}`);
  if (count > longestRange) throw new NotEvaluatedHere(`lists.range(${count})`);
  return Array.from({ length: Number(count) }, (_, at) => BigInt(at));
}

/** Equal ones count once, the first. */
function distinct(list: CelList): CelList {
  return list.reduce<CelValue[]>((unique, element) => {
    if (!unique.some((other) => isSame(element, other))) unique.push(element);
    return unique;
  }, []);
}

/** Up to this length Go sorts by insertion and keeps the order of equal keys (sort/zsortfunc.go). */
const longestStable = 12;

function sortBy(list: CelList, keys: CelValue): CelList | Failure {
  if (!isList(keys)) throw new NotEvaluatedHere("keys that are no list");
  if (list.length !== keys.length) return wrongSizes(list.length, keys.length);
  const [first] = keys;
  if (first === undefined) return list;
  if (compare(first, first) instanceof Failure) return new Failure("list elements must be comparable");
  const { typeName } = runtimeType(first);
  if (keys.some((key) => runtimeType(key).typeName !== typeName)) return new Failure("list elements must have the same type");
  const order = keys.map((_, at) => at).toSorted((a, b) => orderOf(keys, a, b));
  requireCertainOrder(order, keys, list);
  return order.map((at) => list[at] as CelValue);
}

function orderOf(keys: CelList, a: number, b: number): number {
  const order = compare(keys[a] as CelValue, keys[b] as CelValue);
  return typeof order === "number" ? order : 0;
}

/** Where Go may put equal keys in any order, and it shows. */
function requireCertainOrder(order: readonly number[], keys: CelList, list: CelList): void {
  if (order.length <= longestStable) return;
  const isUncertain = order.some((at, place) => {
    const next = order[place + 1];
    return next !== undefined && orderOf(keys, at, next) === 0 && !isSame(list[at] as CelValue, list[next] as CelValue);
  });
  if (isUncertain) throw new NotEvaluatedHere("the order of elements with equal keys");
}

function wrongSizes(elements: number, keys: number): Failure {
  const words = "expected a list of the same size as the associated keys list";
  return new Failure(`@sortByAssociatedKeys() ${words}, but got ${elements} and ${keys} elements respectively`);
}
