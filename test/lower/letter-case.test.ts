import { expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";
import { lowerCase, upperCase } from "../../compiler/lower/text/case/letter-case.ts";

/** Every character beyond ASCII whose other case holds ASCII, with that. */
function specials(change: (text: string) => string): Readonly<Record<string, string>> {
  const points = Array.from({ length: 0x110000 - 0x80 }, (_, at) => at + 0x80).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  );
  const changed = points.map((point) => String.fromCodePoint(point)).map((text) => [text, change(text)] as const);
  return Object.fromEntries(changed.filter(([, other]) => /[\0-\x7f]/.test(other)));
}

test("in lower case a few characters beyond ASCII hold ASCII", () => {
  expect(lowerCase.specials).toEqual(specials((text) => text.toLowerCase()));
});

test("in upper case some more do", () => {
  expect(upperCase.specials).toEqual(specials((text) => text.toUpperCase()));
});

test.each([
  ["a letter with a mark", "/^\\S+$/.test(x)"],
  ["any character", "/^A.B$/.test(x)"],
  ["all but some", "/[^A-Z]/.test(x)"],
  ["the length", "x.length === 2"],
])("upper case of any text is not asked for %s", (_, asked) => {
  const text = `
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "example",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  rules: { example: { denyWhen: ({ oldObject }) => { const x = (oldObject.metadata.annotations?.["a"] ?? "").toUpperCase(); return ${asked}; }, message: "no" } },
});
`;
  expect(compileText("example.ts", text).diagnostics.map(({ code }) => code)).toContain("knows-alphabets");
});
