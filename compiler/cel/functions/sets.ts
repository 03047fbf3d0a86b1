import { isSame } from "../values/equal.ts";
import type { CelList } from "../values/value.ts";
import { type CelFunction, define } from "./cel-function.ts";

/** cel-go: ext/sets.go. */
export const setFunctions: readonly CelFunction[] = [
  define("sets.contains", [["list_sets_contains_list", "(list(T), list(T)): bool", contains]]),
  define("sets.equivalent", [
    ["list_sets_equivalent_list", "(list(T), list(T)): bool", (a: CelList, b: CelList) => contains(a, b) && contains(b, a)],
  ]),
  define("sets.intersects", [
    [
      "list_sets_intersects_list",
      "(list(T), list(T)): bool",
      (a: CelList, b: CelList) => a.some((element) => b.some((other) => isSame(element, other))),
    ],
  ]),
];

function contains(list: CelList, part: CelList): boolean {
  return part.every((element) => list.some((other) => isSame(element, other)));
}
