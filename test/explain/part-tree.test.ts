import { expect, test } from "vitest";
import { CelError, celEnvironment, celValueOfText } from "../../compiler/cel/index.ts";
import type { TracedPart } from "../../compiler/simulator/admission/index.ts";
import { type ExplainedPart, partTree } from "../../compiler/explain/part-tree.ts";
import { textOfValue } from "../../compiler/explain/value-text.ts";

const { compile } = celEnvironment({ kube: "1.30", names: { object: "dyn" } });

/** The parts that are shown of an expression, indented as they lie in each other. */
function shown(cel: string, object: string): readonly string[] {
  const parts: TracedPart[] = [];
  const program = compile(cel);
  try {
    program.evaluate(
      new Map([["object", celValueOfText(object)]]),
      (start, end, value) => void parts.push({ start, end, value }),
    );
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
  }
  const lines = (part: ExplainedPart, depth: number): readonly string[] => [
    `${"  ".repeat(depth)}${part.text} = ${textOfValue(part.value)}`,
    ...part.parts.flatMap((inner) => lines(inner, depth + 1)),
  ];
  return partTree({ text: cel, parts }).flatMap((part) => lines(part, 0));
}

test("literals and whole objects explain nothing; what was not evaluated is not there", () => {
  expect(shown("object.a.b == 'x' && object.c", '{"a": {"b": "y"}}')).toEqual([
    "object.a.b == 'x' && object.c = false",
    "  object.a.b == 'x' = false",
    '    object.a.b = "y"',
  ]);
});

test("a chain is shown as one, whatever its length", () => {
  expect(shown("object.a == 1 || object.a == 2 || object.a == 3", '{"a": 3}')).toEqual([
    "object.a == 1 || object.a == 2 || object.a == 3 = true",
    "  object.a == 1 = false",
    "    object.a = 3",
    "  object.a == 2 = false",
    "    object.a = 3",
    "  object.a == 3 = true",
    "    object.a = 3",
  ]);
});

test("a comprehension is shown from outside", () => {
  expect(shown("object.l.filter(x, x > 1).exists(y, y == 2) && object.t.startsWith('(')", '{"l": [1, 2, 3], "t": "(a"}')).toEqual(
    [
      "object.l.filter(x, x > 1).exists(y, y == 2) && object.t.startsWith('(') = true",
      "  object.l.filter(x, x > 1).exists(y, y == 2) = true",
      "    object.l.filter(x, x > 1) = [2, 3]",
      "      object.l = [1, 2, 3]",
      "  object.t.startsWith('(') = true",
      '    object.t = "(a"',
    ],
  );
});

test("an error is a value, too", () => {
  expect(shown("object.x == 1", "{}")).toEqual(["object.x == 1 = error: no such key: x", "  object.x = error: no such key: x"]);
});

test.each([
  ["object.s", '{"s": "a\\nb"}', String.raw`"a\nb"`],
  ["object.n", '{"n": 1}', "1"],
  ["object.n", '{"n": 1.0}', "1.0"],
  ["object.n", '{"n": null}', "null"],
  ["object.?n", "{}", "none"],
  ["object.?n", '{"n": [1]}', "optional [1]"],
  ["object.l", '{"l": [1, 2, 3, 4, 5, 6, 7]}', "[1, 2, 3, 4, 5, … 2 more]"],
  ["object.m.map(k, k)", '{"m": {"a": 1}}', '["a"]'],
  ["type(object.n)", '{"n": 1}', "type int"],
  ["duration('90s')", "{}", "90s"],
  ["timestamp('2026-01-01T00:00:00Z')", "{}", "2026-01-01T00:00:00Z"],
  ["quantity('1Gi')", "{}", "(a value of type kubernetes.Quantity)"],
  ["object.s", `{"s": "${"x".repeat(100)}"}`, `"${"x".repeat(79)}… (102 characters)`],
])("%s of %s reads as %s", (cel, object, text) => {
  expect(textOfValue(compile(cel).evaluate(new Map([["object", celValueOfText(object)]])))).toBe(text);
});
