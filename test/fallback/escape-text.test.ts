import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedText, cutToBytes, cutToRunes, escapeText } from "../../runtime-fallback/escape-text.ts";
import { runsOf } from "../searches/search-of.ts";

test.each([
  ["plain é 漢 😀", "plain é 漢 😀"],
  ["a\nb\r\tc", "a\\u{a}b\\u{d}\\u{9}c"],
  ["\u001b]8;;http://x\u0007", "\\u{1b}]8;;http://x\\u{7}"],
  ["\u202eabc\u2066\u200b\ufeff", "\\u{202e}abc\\u{2066}\\u{200b}\\u{feff}"],
  ["\u2028\u2029\u0085\u009b", "\\u{2028}\\u{2029}\\u{85}\\u{9b}"],
  ["\ud800x", "\\u{d800}x"],
  ["\u{e0041}", "\\u{e0041}"],
])("%j is shown as %s", (text, shown) => {
  expect(escapeText(text)).toBe(shown);
});

test("what is cut has its size, ends in ..., and in no half of a character", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 50 }), (given, most) => {
      const bytes = cutToBytes(escapeText(given), most);
      expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(most);
      expect(bytes.isWellFormed()).toBe(true);
      expect(bytes === escapeText(given) || bytes.endsWith("...")).toBe(true);
      const runes = cutToRunes(given, most);
      expect(Array.from(runes).length).toBeLessThanOrEqual(most);
      if (Array.from(given).length <= most) expect(runes).toBe(given);
      expect(boundedText(given, most)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    runsOf("escape-text"),
  );
});

test("a megabyte of hostile text is cut in no time", () => {
  expect(boundedText("\u202e".repeat(1_000_000), 100)).toHaveLength(100);
});
