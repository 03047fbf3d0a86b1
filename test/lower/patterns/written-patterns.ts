import fc from "fast-check";

/** Characters on which JavaScript and RE2 could differ: line breaks, spaces, halves, letters with odd cases. */
const characters = [
  ..."abkKsSzZ019_-. éßıI",
  "\n",
  "\r",
  "\t",
  "\v",
  "\0",
  "\u0085",
  "\u00a0",
  "\u180e",
  "\u2028",
  "\u2029",
  "\u200b",
  "\u3000",
  "\ufeff",
  "\uffff",
  "\u017f",
  "\u212a",
  "🦀",
  "\u{10ffff}",
];

export const text = fc.array(fc.constantFrom(...characters), { maxLength: 10 }).map((parts) => parts.join(""));

const byNumber = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint > 0xffff ? `\\u{${codePoint.toString(16)}}` : `\\u${codePoint.toString(16).padStart(4, "0")}`;
};

/** As it stands, or by its number; marks that mean something with a backslash. */
const character = fc
  .tuple(fc.constantFrom(...characters, ..."^$\\.*+?()[]{}|/"), fc.boolean())
  .map(([one, isNumbered]) => (isNumbered ? byNumber(one) : one.replace(/[\^$\\.*+?()[\]{}|/]/, String.raw`\$&`)));

const member = fc
  .tuple(fc.constantFrom(...characters, ..."^[]\\-"), fc.boolean())
  .map(([one, isNumbered]) => (isNumbered ? byNumber(one) : one.replace(/[\^[\]\\-]/, String.raw`\$&`)));

const shorthand = fc.constantFrom("\\d", "\\D", "\\s", "\\S", "\\w", "\\W");

const range = fc.tuple(fc.constantFrom(...characters), fc.constantFrom(...characters)).map((pair) =>
  pair
    .toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    .map(byNumber)
    .join("-"),
);

const bracket = fc
  .tuple(fc.constantFrom("", "^"), fc.array(fc.oneof(member, range, shorthand), { maxLength: 3 }), fc.constantFrom("", "-"))
  .map(([negation, items, dash]) => `[${negation}${items.join("")}${dash}]`);

const times = fc.constantFrom("", "", "", "*", "+", "?", "*?", "{2}", "{0,2}", "{1,}?", "{0}");

const start = fc.constantFrom("", "", "^");

const unanchored = fc.letrec<{ readonly alternatives: string; readonly repeated: string }>((tie) => ({
  alternatives: fc
    .array(fc.array(tie("repeated"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((parts) => parts.join("")).join("|")),
  repeated: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("$", "$", "\\b", "\\b", "^", "\\B"),
    fc.tuple(fc.oneof(character, bracket, shorthand, fc.constant(".")), times).map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom("(", "(?:"), tie("alternatives"), times).map(([open, inside, often]) => `${open}${inside})${often}`),
  ),
})).alternatives;

/** A pattern as somebody could write it. */
export const pattern = fc.tuple(start, unanchored).map((parts) => parts.join(""));

export const flags = fc.constantFrom("u", "u", "iu", "su", "isu", "mu", "", "", "", "i", "s", "im", "m");
