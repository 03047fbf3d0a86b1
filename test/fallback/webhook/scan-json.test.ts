import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanJson } from "../../../runtime-fallback/webhook/review/scan-json.ts";

/** Texts around the length from which on a string is searched otherwise, full of what ends or escapes one. */
const text = fc.string({ unit: fc.constantFrom('"', "\\", ":", ",", "{", "x", "é"), maxLength: 60 });

test("of any strings as keys and values the keys are counted, and nothing in the strings", () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 3 })), { maxKeys: 6 }), (object) => {
      expect(scanJson(Buffer.from(JSON.stringify(object))).members).toBe(Object.keys(object).length);
    }),
    { numRuns: 3_000, seed: 20261127 },
  );
});

test.each(['"', '"\\', `"${"x".repeat(40)}`, `"${"x".repeat(40)}\\`, `"${"x".repeat(23)}\\"`])(
  "a string that does not end is nothing but a string: %j",
  (json) => {
    expect(scanJson(Buffer.from(json)).members).toBe(0);
  },
);

/** JSON as it is written, in which a key may stand twice. */
type Written = string | readonly (readonly [key: string, value: Written])[];

const written = (value: Written): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : `{${value.map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`).join(",")}}`;

function repeats(value: Written): boolean {
  if (typeof value === "string") return false;
  return new Set(value.map(([key]) => key)).size < value.length || value.some(([, inner]) => repeats(inner));
}

const key = fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 2 });
const { object } = fc.letrec<{ readonly object: Written; readonly value: Written }>((tie) => ({
  object: fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }),
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constant("x"), tie("object")),
}));

/** A seed of its own would take two keys for one in one run of a thousand. */
const mayRepeatKeys = (json: string): boolean => scanJson(Buffer.from(json), 4_711).mayRepeatKeys;

describe("a key that stands twice in an object", () => {
  test("is seen wherever it is, and no key of another object is taken for it", () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(mayRepeatKeys(written(value))).toBe(repeats(value));
      }),
      { numRuns: 5_000, seed: 20261128 },
    );
  });

  test.each([
    ["an escape, which may be any character", String.raw`{"a":1,"\u0061":2}`],
    ["at the end of many", `{${Array.from({ length: 3_000 }, (_, at) => `"key-${at}":0`).join(",")},"key-7":0}`],
    ["in an object after one that is inside", '{"a":{"b":1,"c":[{"a":2}]},"a":2}'],
  ])("%s", (_, json) => {
    expect(mayRepeatKeys(json)).toBe(true);
  });

  test("3,000 keys of which none does are known not to, and 10,000 are to be counted", () => {
    const keysOf = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, "v".repeat(64)])));
    expect(mayRepeatKeys(keysOf(3_000))).toBe(false);
    expect(mayRepeatKeys(keysOf(10_000))).toBe(true);
  });

  test("nor do fields that stand close together, as in managedFields", () => {
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f:${at}`, {}]));
    expect(mayRepeatKeys(JSON.stringify(fields))).toBe(false);
  });
});
