import { describe, expect, test } from "vitest";
import { Conditions } from "../../compiler/diff/condition.ts";

const variables = {
  isKept: "object.metadata.labels['keep'] == 'yes' || object.spec.kept",
  labels: "object.metadata.labels",
  chosen: "variables.isKept ? 1 : 2",
  both: "a && b",
};
const hash = (text: string, named: Readonly<Record<string, string>> = variables): string =>
  new Conditions(new Map(Object.entries(named))).hash(text);

describe("the same condition", () => {
  test.each([
    ["a variable or what it holds", "variables.isKept", "object.metadata.labels['keep'] == 'yes' || object.spec.kept"],
    ["a variable of variables", "variables.chosen == 1", "(variables.isKept ? 1 : 2) == 1"],
    ["a variable in a value", "size(variables.labels) > 1", "size(object.metadata.labels) > 1"],
    ["where a negation stands", "!variables.isKept", "variables.labels['keep'] != 'yes' && !object.spec.kept"],
    ["of a choice", "!(a ? b : c == d)", "a ? !b : c != d"],
    ["twice", "!!(a && b)", "a && b"],
    ["said again", "a && a", "a"],
    ["a variable that is joined", "variables.both && c", "a && b && c"],
    ["how it is grouped", "a && (b && c)", "(a && b) && c"],
    ["inside of what is iterated over", "l.all(x, !(x == 1 || x == 2))", "l.all(x, x != 1 && x != 2)"],
  ])("%s", (_, one, other) => {
    expect(hash(one)).toBe(hash(other));
  });

  test("what is no CEL is compared as text", () => {
    expect(hash("a &&& b")).toBe(hash("a &&& b"));
    expect(hash("a &&& b")).not.toBe(hash("a &&& c"));
    expect(hash("variables.a", { a: "&&" })).toBe(hash("variables.a", { a: "&&" }));
    expect(hash("variables.a", { a: "&&" })).not.toBe(hash("variables.a", { a: "||" }));
    expect(hash("variables.a && b", { a: "&&" })).not.toBe(hash("variables.a && b", { a: "||" }));
    expect(hash("variables.a && b", { a: "&&" })).not.toBe(hash("!variables.a && b", { a: "&&" }));
  });
});

describe("another condition", () => {
  test.each([
    ["a constant", "a == 'x'", "a == 'y'"],
    ["of another type", "a == 1", "a == '1'"],
    ["a field", "a.b", "a.c"],
    ["whether a field is there", "has(a.b)", "a.b"],
    ["an optional field", "a.?b", "a.b"],
    ["and for or", "a && b", "a || b"],
    ["negated", "a == b", "!(a == b)"],
    ["an order turned round, which NaN can tell", "!(a < b)", "a >= b"],
    ["some for all", "l.all(x, x)", "l.exists(x, x)"],
    ["the ways of a choice", "a ? b : c", "a ? c : b"],
    ["an entry", "{'a': 1}", "{'a': 2}"],
  ])("%s", (_, one, other) => {
    expect(hash(one)).not.toBe(hash(other));
  });

  test("a variable of the same name that holds something else", () => {
    expect(hash("variables.a", { a: "x == 1" })).not.toBe(hash("variables.a", { a: "x == 2" }));
  });
});

test("variables that read themselves, which no API server stores, end", () => {
  const cycle = { a: "variables.b && x", b: "variables.a || y" };
  expect(hash("variables.a", cycle)).toBe(hash("variables.a", cycle));
  expect(hash("variables.a", cycle)).not.toBe(hash("!variables.a", cycle));
});

test("variables that read each other twice each take no time", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`v${at + 1}`, `variables.v${at} == 1 && variables.v${at} == 2`]),
  );
  const joined = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`v${at + 1}`, `variables.v${at} && variables.v${at}`]),
  );
  expect(hash("variables.v60", { v0: "x && y", ...joined })).toBe(hash("x && y"));
  expect(hash("variables.v60", { v0: "x", ...chain })).toBe(hash("!!variables.v60", { v0: "x", ...chain }));
});
