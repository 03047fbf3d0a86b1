import { expect, test } from "vitest";
import { type FunctionBody, bodiesOf, equalBodies } from "./equal-bodies.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

const shown = (groups: readonly (readonly FunctionBody[])[]): readonly string[] =>
  groups.map((group) => group.map(({ path, name }) => `${path}: ${name}`).join(" = "));

test.each([
  ["the source", ["compiler", "runtime-fallback"]],
  ["test/", ["test"]],
] as const)(
  "no two files of %s define functions with the same body: one of them imports the other, or both a third",
  (_, folders) => {
    expect(shown(equalBodies(folders.flatMap(sourceFiles)))).toEqual([]);
  },
);

const fileOf = (path: string, text: string): SourceFile => ({ path, text, lines: text.split("\n").length - 1 });

const first = fileOf(
  "a.ts",
  `export function sum(values: readonly number[]): number {
  // Not the fastest.
  const [head = 0, ...rest] = values;
  return rest.length === 0 ? head : head + sum(rest);
}
`,
);

const second = fileOf(
  "b.ts",
  `const total = 1;

class Sums {
  add() {
    const addAll = async (
      values: Iterable<number>,
    ): Promise<number> => {
      const [head = 0, ...rest] = values;

      return rest.length === 0
        ? head
        : head + addAll(rest);
    };
    return addAll;
  }
}
`,
);

test("names, comments and layout make no difference, depth does not either", () => {
  expect(shown(equalBodies([first, second]))).toEqual(["a.ts: sum = b.ts: addAll"]);
});

test("what is said in one line may be said twice, and what is twice in one file is that file's business", () => {
  const short = 'const isText = (value: unknown): value is string => typeof value === "string";\n';
  expect(equalBodies([fileOf("a.ts", short), fileOf("b.ts", short)])).toEqual([]);
  expect(equalBodies([fileOf("a.ts", first.text + first.text)])).toEqual([]);
  expect(bodiesOf(fileOf("a.ts", first.text + first.text))).toHaveLength(2);
});
