import { isSame } from "../values/equal.ts";
import type { CelList } from "../values/value.ts";
import { type Charges, plainSizeOf } from "../cost/charges.ts";
import { type CelFunction, define } from "./cel-function.ts";

/** cel-go: ext/sets.go. */
export const setFunctions: readonly CelFunction[] = [
  define("sets.contains", [["list_sets_contains_list", "(list(T), list(T)): bool", contains]], { charges: comparisons(1) }),
  define(
    "sets.equivalent",
    [["list_sets_equivalent_list", "(list(T), list(T)): bool", (a: CelList, b: CelList) => contains(a, b) && contains(b, a)]],
    { charges: comparisons(2) },
  ),
  define(
    "sets.intersects",
    [
      [
        "list_sets_intersects_list",
        "(list(T), list(T)): bool",
        (a: CelList, b: CelList) => a.some((element) => b.some((other) => isSame(element, other))),
      ],
    ],
    { charges: comparisons(1) },
  ),
];

/** Each element with each. */
function comparisons(times: number): Charges {
  return { celGo: ([a, b]) => 1 + plainSizeOf(a) * plainSizeOf(b) * times };
}

function contains(list: CelList, part: CelList): boolean {
  return part.every((element) => list.some((other) => isSame(element, other)));
}
