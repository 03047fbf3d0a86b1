import fc from "fast-check";
import { expect, test } from "vitest";
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
