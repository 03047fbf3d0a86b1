import { expect, test } from "vitest";
import { CelError, celEnvironment, celValueOfText } from "../../compiler/cel/index.ts";

const { compile } = celEnvironment({ kube: "1.30", names: { object: "dyn" } });

/** What each part of the expression gave, as `text: value`, in the order of evaluation. */
function observed(cel: string, object: string): readonly string[] {
  const heard: string[] = [];
  const activation = new Map([["object", celValueOfText(object)]]);
  const program = compile(cel);
  try {
    program.evaluate(activation, (start, end, value) => {
      const said = value instanceof CelError ? value.message : JSON.stringify(value, (_, part: unknown) => shown(part));
      heard.push(`${cel.slice(start, end)}: ${said}`);
    });
  } catch (error) {
    heard.push(`! ${String(error)}`);
  }
  return heard;
}

function shown(part: unknown): unknown {
  if (typeof part === "bigint") return Number(part);
  return part instanceof Map ? Object.fromEntries(part) : part;
}

test("each part is heard of with its place, inner parts first, and the whole last", () => {
  expect(observed("object.a.b == 'x' && !object.c", '{"a": {"b": "x"}, "c": false}')).toEqual([
    'object.a: {"b":"x"}',
    'object.a.b: "x"',
    "'x': \"x\"",
    "object.a.b == 'x': true",
    "object.c: false",
    "!object.c: true",
    "object.a.b == 'x' && !object.c: true",
  ]);
});

test("what is not evaluated is not heard of, what fails is, and each round of a comprehension is", () => {
  expect(observed("false && object.a", "{}")).toEqual(["false: false", "false && object.a: false"]);
  expect(observed("object.l.exists(x, x == 2)", '{"l": [1, 2, 3]}').filter((text) => text.startsWith("x ==")).length).toBe(2);
  expect(observed("object.x == 1", "{}")).toEqual([
    "object.x: no such key: x",
    "1: 1",
    "object.x == 1: no such key: x",
    "! CelError: no such key: x",
  ]);
});
