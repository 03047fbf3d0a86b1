import { expect, test } from "vitest";
import { errorText } from "../../../runtime-fallback/controller/log.ts";

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
