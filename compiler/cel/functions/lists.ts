import { Failure, noSuchOverload } from "../failures.ts";
import { compare } from "../values/compare.ts";
import { CelDuration } from "../values/duration.ts";
import { isSame } from "../values/equal.ts";
import { CelUint, type CelList, type CelValue } from "../values/value.ts";
import { add } from "../values/arithmetic.ts";
import { type Charges, ofElements } from "../cost/charges.ts";
import { ofTexts } from "../cost/estimates.ts";
import { type CelFunction, type OverloadRow, define } from "./cel-function.ts";

const comparable = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

const zeros: readonly (readonly [type: string, zero: CelValue])[] = [
  ["int", 0n],
  ["uint", new CelUint(0n)],
  ["double", 0],
  ["duration", new CelDuration(0n)],
];

/** Of each type by name, in the API server's order. */
function rows(
  id: (type: string) => string,
  result: (type: string) => string,
  implementation: (list: CelList) => CelValue | Failure,
): readonly OverloadRow[] {
  return comparable.map((type) => [id(type), `list(${type}).(): ${result(type)}`, implementation]);
}

const charges: Charges = { kubernetes: ofElements };

/** apiserver: pkg/cel/library/lists.go. */
export const kubernetesLists: readonly CelFunction[] = [
  define(
    "isSorted",
    rows(
      (type) => `list_${type}_is_sorted_bool`,
      () => "bool",
      isSorted,
    ),
    { charges },
  ),
  define(
    "sum",
    zeros.map(([type, zero]) => [`list_${type}_sum_${type}`, `list(${type}).(): ${type}`, (list: CelList) => sum(list, zero)]),
    { charges, emitted: { estimate: ofTexts, text: "none" } },
  ),
  define(
    "max",
    rows(
      (type) => `list_${type}_max_${type}`,
      String,
      (list) => extreme(list, "max", (order) => order < 0),
    ),
    { charges, emitted: { estimate: ofTexts, text: "none" } },
  ),
  define(
    "min",
    rows(
      (type) => `list_${type}_min_${type}`,
      String,
      (list) => extreme(list, "min", (order) => order > 0),
    ),
    { charges, emitted: { estimate: ofTexts, text: "none" } },
  ),
  define("indexOf", [["list_a_index_of_int", "list(A).(A): int", (list: CelList, item: CelValue) => indexIn(list, item)]], {
    charges,
    emitted: { estimate: ofTexts },
  }),
  define(
    "lastIndexOf",
    [["list_a_last_index_of_int", "list(A).(A): int", (list: CelList, item: CelValue) => lastIndexIn(list, item)]],
    { charges, emitted: { estimate: ofTexts } },
  ),
];

/** The guard looks at the first element only; another may be of a type that has no order. */
function isOrdered(value: CelValue): boolean {
  return !(compare(value, value) === noSuchOverload);
}

function isSorted(list: CelList): boolean | Failure {
  let previous: CelValue | undefined;
  for (const next of list) {
    if (!isOrdered(next)) return noSuchOverload;
    if (previous !== undefined && isBefore(next, previous)) return false;
    previous = next;
  }
  return true;
}

/** Values that cannot be compared with each other count as in order. */
function isBefore(a: CelValue, b: CelValue): boolean {
  const order = compare(b, a);
  return typeof order === "number" && order > 0;
}

function sum(list: CelList, zero: CelValue): CelValue | Failure {
  let total = zero;
  for (const next of list) {
    const larger = add(total, next);
    // What went wrong in the sum is itself no number, and that is what is said.
    if (larger instanceof Failure) return larger;
    total = larger;
  }
  return total;
}

function extreme(list: CelList, name: string, isBetter: (order: number) => boolean): CelValue | Failure {
  const [first, ...others] = list;
  if (first === undefined) return new Failure(`${name} called on empty list`);
  let best = first;
  if (!list.every(isOrdered)) return noSuchOverload;
  for (const next of others) {
    const order = compare(best, next);
    if (typeof order === "number" && isBetter(order)) best = next;
  }
  return best;
}

function indexIn(list: CelList, item: CelValue): bigint {
  return BigInt(list.findIndex((element) => isSame(element, item)));
}

function lastIndexIn(list: CelList, item: CelValue): bigint {
  return BigInt(list.findLastIndex((element) => isSame(element, item)));
}
