import { expect, test } from "vitest";
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

test("in upper case these become ASCII alone", () => {
  const all = Object.entries(specials((text) => text.toUpperCase()));
  expect(upperCase.specials).toEqual(Object.fromEntries(all.filter(([, other]) => /^[\0-\x7f]*$/.test(other))));
});
