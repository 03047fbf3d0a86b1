import { expect, test } from "vitest";
import { withOneImporter } from "./measure.ts";
import { sourceFiles } from "./source-files.ts";
import { isRow, tables } from "./tables.ts";

/** Small files with one importer that are no row of a table, and stand alone for another reason. */
const alone: Readonly<Record<string, string>> = {
  "compiler/cli/node-version.ts": "has to load on every Node, to say that it is too old",
  "compiler/simulator/evaluate/clock.ts": "is found by name: what time it is to a rule",
  "compiler/simulator/vitest/compile-policies.ts": "loads the compiler, and is loaded only where nobody has compiled before",
  "runtime-fallback/kubernetes/ask-twice.ts": "is found by name: when the webhook asks an API server once more",
};

const files = ["compiler", "runtime-fallback"].flatMap(sourceFiles);
const once = new Set(withOneImporter(files));
const small = files.filter(({ path, lines }) => lines <= 30 && once.has(path)).map(({ path }) => path);

test("a file of 30 lines or fewer with one importer stands in it, unless it is a row of a table", () => {
  expect(small.filter((path) => !isRow(path) && !(path in alone))).toEqual([]);
});

test("whatever stands alone for another reason is small, and imported once", () => {
  expect(Object.keys(alone).filter((path) => !small.includes(path) || isRow(path))).toEqual([]);
});

test.each(tables)("there are files that are $each", ({ rows }) => {
  expect([...once].some((path) => rows.test(path))).toBe(true);
});
