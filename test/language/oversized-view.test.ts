import { describe, expect, test } from "vitest";
import { IterationLimitExceeded, iterationLimit } from "../../compiler/language/limits.ts";
import { same, withinIterationLimit } from "../../compiler/language/values.ts";
import { decode } from "../../compiler/simulator/evaluate/decode.ts";
import type { Shape } from "../../compiler/api/shape.ts";

const text: Shape = { kind: "string" };
const many = Array.from({ length: iterationLimit + 1 }, (_, at) => at.toString(36));
const entries = Object.fromEntries(many.map((key) => [key, "x"]));

const map = decode(entries, { kind: "map", value: text }) as Record<string, string>;
const list = decode(many, { kind: "list", element: text }) as readonly string[];
const ofAnything = decode(many, { kind: "list", element: text }, false) as readonly string[];

describe("what a rule sees of a list or map with more than 2,000 entries", () => {
  const readings: readonly (readonly [string, () => unknown, unknown])[] = [
    ["a key", () => map["a"], "x"],
    ["a key that is not there", () => map["none"], undefined],
    ["an inherited key", () => map["constructor"], undefined],
    ["in", () => "a" in map, true],
    ["not in", () => "toString" in map, false],
    ["same", () => same(map, { ...entries }) && same(map, map), true],
    ["whether it can be iterated over", () => withinIterationLimit(map), false],
    ["not the same", () => same(map, undefined), false],
    ["an element", () => list[1], "1"],
    ["join", () => list.join(), many.join()],
    ["the length of a list that the server types", () => list.length, iterationLimit + 1],
  ];
  test.each(readings)("can be read: %s", (_, read, value) => expect(read()).toBe(value));

  const iterations: readonly (readonly [string, () => unknown])[] = [
    ["Object.keys", () => Object.keys(map)],
    ["Object.values", () => Object.values(map)],
    ["Object.entries", () => Object.entries(map)],
    ["a spread of the map", () => ({ ...map })],
    ["some", () => list.some((item) => item === "0")],
    ["every", () => list.every((item) => item === "0")],
    ["filter", () => list.filter((item) => item === "0")],
    ["map", () => list.map((item) => item)],
    ["includes", () => list.includes("0")],
    ["a spread of the list", () => [...list]],
    ["the length of a list whose elements may have any type", () => ofAnything.length],
  ];
  test.each(iterations)("cannot be iterated over: %s", (_, iteration) => expect(iteration).toThrow(IterationLimitExceeded));

  test("counts what is stored, not what is left of it", () => {
    const view = decode([...many.slice(1), 1], { kind: "list", element: text }, false) as readonly string[];
    expect(() => view.some(() => true)).toThrow(IterationLimitExceeded);
  });

  test("with exactly 2,000 is like any other", () => {
    const fewer = decode(Object.fromEntries(many.slice(1).map((key) => [key, "x"])), { kind: "map", value: text });
    expect(withinIterationLimit(fewer as Record<string, string>)).toBe(true);
    const view = decode(many.slice(1), { kind: "list", element: text }) as readonly string[];
    expect(view.includes("1")).toBe(true);
  });
});
