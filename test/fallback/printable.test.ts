import { expect, test } from "vitest";
import { printable } from "../../runtime-fallback/printable.ts";

test.each([
  ["plain text, also of other scripts", "größe 東京 🐙", "größe 東京 🐙"],
  ["a forged line of a log", '\n{"level":"info"}\r', '\\u{a}{"level":"info"}\\u{d}'],
  ["a link of a terminal", "\u001b]8;;http://x\u0007y", "\\u{1b}]8;;http://x\\u{7}y"],
  ["text that runs backwards", "a\u202eb\u2066", "a\\u{202e}b\\u{2066}"],
  ["separators of lines", "a\u2028b\u2029\u0085", "a\\u{2028}b\\u{2029}\\u{85}"],
  ["half a character", "a\ud83d", "a\\u{d83d}"],
  ["too much", "🐙".repeat(300), `${"🐙".repeat(256)}...`],
])("%s", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("a megabyte costs nothing", () => {
  expect(printable("x".repeat(1_000_000), 10)).toBe("xxxxxxxxxx...");
});
