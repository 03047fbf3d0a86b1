import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readObjects, renderFile, renderObject } from "../../compiler/manifest/yaml.ts";
import { searchOf } from "../searches/search-of.ts";

const awkward = [
  // Words that YAML 1.1 takes for something else.
  ["", " ", "no", "NO", "yes", "y", "N", "on", "off", "true", "False", "null", "Null", "~", "NaN", ".nan", ".inf", "-.Inf"],
  // Numbers, times and dates.
  [
    "0",
    "007",
    "0x1",
    "0o17",
    "0b1",
    "1e3",
    "1_000",
    "-1",
    "+1",
    ".5",
    "12:30",
    "190:20:30",
    "2026-11-21",
    "2001-12-14t21:59:43.10-05:00",
  ],
  // Indicators.
  [
    "a: b",
    "a:",
    ":a",
    "a #b",
    "#a",
    "- a",
    "-",
    "--- a",
    "...",
    "? a",
    "[a]",
    "{a: b}",
    "a, b",
    "&a",
    "*",
    "*/*",
    "!a",
    "|",
    ">",
    "%a",
  ],
  ["@a", "`a", "=", "<<", "'", '"', `it's "so"`, "\\", "\\n"],
  // White space and line ends.
  [" leading", "trailing ", "\ttab", "a\tb", "two\nlines", "two\n\n\nlines\n", "\nfirst", "\n", "a\r\nb", "\r"],
  // What nobody sees, and what not everybody can.
  ["\u0000", "\u001b[31m", "\u0007", "\u007f", "a\u0085b", "a\u2028b", "a\u2029b", "\ufeffa", "\u00a0", "\u202ea", "\u{e0001}"],
  ["naïve", "日本語", "😀", "e\u0301"],
  // What is in every file.
  ["policies/x.ts:12", "Prune=false", "-2", "v1", "ValidatingAdmissionPolicy", "services.k8s.aws/prevent-delete"],
  ["x".repeat(500), "a ".repeat(300)],
].flat();

const { seed, size } = searchOf("yaml");

function expectRoundTrip(object: object): void {
  const text = renderFile(["# header"], [{ object, above: [], within: [] }]);
  expect(readObjects(text, "1.1")).toEqual([object]);
  expect(readObjects(text, "1.2")).toEqual([object]);
}

describe("every string comes back unchanged from a YAML 1.1 and a YAML 1.2 reader", () => {
  test.each(awkward.map((text) => [JSON.stringify(text), text]))("%s", (_, text) => {
    expectRoundTrip({
      value: text,
      list: [text, "x"],
      expression: text,
      nested: { messageExpression: text, deep: [{ value: text }] },
    });
  });

  const anyString = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(..."yYnNoO0123456789.eE+-:_xX~ \n\t#'\"{}[],&*!|>%@`") }),
    fc.string({ unit: fc.constantFrom(..."ynae09.?=&|!<>+-*/%()[]{}'\" :#,") }).map((text) => `a${text}`),
  );

  it(`any text as a value, list item, block and key (seed ${seed})`, () => {
    fc.assert(
      fc.property(anyString, anyString, (text, key) => {
        expectRoundTrip({ value: text, list: [text], expression: text, map: { [`x${key}`]: text } });
      }),
      { seed, numRuns: size },
    );
  });
});

it("rejects text that no YAML can hold", () => {
  expect(() => renderObject({ object: { value: "\ud800" }, above: [], within: [] })).toThrow("lone surrogate");
});

it("writes expressions as block literals, line by line", () => {
  const object = { validations: [{ expression: "a &&\nb", messageExpression: "'text'" }] };
  expect(renderObject({ object, above: [], within: [] })).toBe(
    ["validations:", "  - expression: |-", "      a &&", "      b", "    messageExpression: |-", "      'text'", ""].join("\n"),
  );
});

it.each([
  ["what is one line, and needs no quotes", "a.?b[?'c'].orValue({}) == [1, 2] && !d", undefined],
  ["what fills its line", `a${"b".repeat(120 - "expression: ".length - 1)}`, undefined],
  ["not what is longer than a line", `a${"b".repeat(120 - "expression: ".length)}`, "|-"],
  ["not what begins with a quote", "'a' + b", "|-"],
  ["not what begins with a sign of YAML", "!a", "|-"],
  ["not a condition, whose colon would end a key", "a ? b : c", "|-"],
  ["not what would be a comment", "a + ' #1'", "|-"],
  ["not what YAML takes for a constant", "true", "|-"],
])("writes CEL behind its key: %s", (_, expression, sign) => {
  const text = renderObject({ object: { expression }, above: [], within: [] });
  expect(text).toBe(sign === undefined ? `expression: ${expression}\n` : `expression: ${sign}\n  ${expression}\n`);
});

it("quotes only what needs it", () => {
  const object = { a: "plain", b: "*", c: "two words", d: "with: colon", e: "-2", spec: { f: ["DELETE", "*"] } };
  expect(renderObject({ object, above: [], within: [] })).toBe(
    ["a: plain", 'b: "*"', "c: two words", 'd: "with: colon"', 'e: "-2"', "spec:", '  f: [DELETE, "*"]', ""].join("\n"),
  );
});

it("never points two places of a file at one anchor", () => {
  const shared = { group: "apps" };
  expect(renderObject({ object: { a: shared, b: shared }, above: [], within: [] })).not.toMatch(/[&*]a/);
});

function commented(above: readonly string[]): string {
  return renderObject({ object: { list: [{ a: 1 }] }, above, within: [{ path: ["list", 0], lines: above }] });
}

describe("comments", () => {
  it.each(["\n", "\r", "\u0085", "\u2028", "\u2029"])("a line break (%j) in a comment does not end it", (lineBreak) => {
    const text = commented([`one${lineBreak}injected: true`]);
    expect(readObjects(text, "1.1")).toEqual([{ list: [{ a: 1 }] }]);
    expect(text.split("\n").filter((line) => line.includes("injected") && !line.trimStart().startsWith("#"))).toEqual([]);
  });

  it("stand above what they are about, and long ones are folded at word ends", () => {
    const text = commented(["word ".repeat(40).trim()]);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(110);
    expect(text).toMatch(/^# word[^]*\nlist:\n {2}# word[^]*\n {2}- a: 1\n$/);
  });
});
