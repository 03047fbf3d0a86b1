import { expect, test } from "vitest";
import { errorText, printable } from "../../../runtime-fallback/controller/log.ts";

test.each([
  ["a plain name-1", "a plain name-1"],
  ["line\nbreak\r", "line\\u{a}break\\u{d}"],
  ["\u001B[31mred\u001B]8;;x\u0007", "\\u{1b}[31mred\\u{1b}]8;;x\\u{7}"],
  ["right\u202Eto left", "right\\u{202e}to left"],
  ["two\u2028lines", "two\\u{2028}lines"],
  ["half \uD83D", "half \uFFFD"],
  ["naïve 日本", "naïve 日本"],
])("%j is printed as %j", (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test("long text is cut, and never in the middle of a character", () => {
  expect(printable("x".repeat(600))).toBe(`${"x".repeat(512)}...`);
  expect(printable("😀😀", 3)).toBe("😀\uFFFD...");
});

test.each([
  [new Error("a\nb"), "a\\u{a}b"],
  [new TypeError(""), "TypeError"],
  ["text", "text"],
  [undefined, "something that is no error was thrown"],
  [
    {
      toString: () => {
        throw new Error("never asked");
      },
    },
    "something that is no error was thrown",
  ],
])("what was thrown becomes one line (%#)", (thrown, line) => {
  expect(errorText(thrown)).toBe(line);
});
