import { expect, it } from "vitest";
import { firstDifference } from "../../compiler/cli/compile/check.ts";

it.each([
  ["a changed line", "a b c d", "a x c d", ["line 2", "- b", "+ x"]],
  ["an added line", "a c", "a b c", ["line 2", "+ b"]],
  ["a removed line", "a b c", "a c", ["line 2", "- b"]],
  ["a line at the end", "a b", "a b c", ["line 3", "+ c"]],
  ["a line less at the end", "a b c", "a b", ["line 3", "- c"]],
  ["only the first of two places", "a b c d e", "a x c y e", ["line 2", "- b", "+ x"]],
  ["everything", "a", "b", ["line 1", "- a", "+ b"]],
])("shows %s", (_, found, wanted, expected) => {
  expect(firstDifference(found.replaceAll(" ", "\n"), wanted.replaceAll(" ", "\n"))).toEqual(expected);
});

it("stays short, however much differs", () => {
  const shown = firstDifference(fiveHundred("a"), fiveHundred("b"));
  expect(shown).toHaveLength(13);
  expect(shown.filter((line) => line.endsWith("(and 495 more)"))).toHaveLength(2);
});

function fiveHundred(prefix: string): string {
  return Array.from({ length: 500 }, (_, at) => `${prefix}${at}`).join("\n");
}
