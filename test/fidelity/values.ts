import fc from "fast-check";

/**
 * Also what is white space or the end of a line for some and not for others: whatever iterates over text may meet it.
 */
export const word = fc.constantFrom(
  "a\u2028b",
  "\ufeffa",
  "",
  "a",
  "true",
  "x/a",
  "x/a-true",
  "a/a/a",
  "aa//a",
  " a\t",
  "constructor",
  "é🦀",
  "🦀/🦀🦀",
  "a/true",
  "Thing",
  "don't",
  "'.",
  '"',
  "DELETE",
);
export const key = fc.constantFrom("a", "x/a", "constructor", "toString", "true");
export const number = fc.constantFrom(0, 1, 2.5, -3, 2, 1e300, 9007199254740991);

/** Of which CEL, RE2 and TypeScript think differently: what is white space, a line's end, a letter, one character. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."\u0085\ufeff\r\u2028\u2029") },
  { weight: 4, arbitrary: fc.constantFrom(..."\n\t\v\u001f\u007f\u00a0\u200b\u3000\u212a\u017fßİé🦀", "e\u0301") },
);

/** Not fast-check's own unit "binary": making it takes a second, in each process of a search. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff });

/** Text whose UTF-16 units, code points and bytes differ, that is composed in two ways, or that only looks alike. */
export const odd = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom("", "a"), character, fc.constantFrom("", "b")).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.constantFrom("\\", "'", '"', "`${a}`") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.array(anyCharacter, { maxLength: 4 }).map((points) => String.fromCodePoint(...points).toWellFormed()),
  },
);
export const oddKey = fc.oneof(odd, fc.constantFrom("", "__proto__", "a.b/c", "hasOwnProperty", "ключ", "a b", "length", "0"));

/** What is parsed: most of it can be, some nearly. */
export const readable = {
  amount: fc.constantFrom(
    "12",
    "-007",
    " 2\u00a0",
    "18446744073709551617",
    "0x10",
    "1e-3",
    "Infinity",
    "1Gi",
    "1024Mi",
    "0.5",
    "500m",
    "2",
    "1e3",
    "-1",
    "10Ti",
    "1k",
    ".",
    "1 Gi",
    "8Ei",
    "1e100",
  ),
  period: fc.constantFrom("1h", "90m", "1h30m", "0", "1.5h", "-10s", "300ms", "1d", "", "5", "999999h", "1h1h"),
  since: fc.constantFrom(
    "2026-01-01T00:00:00Z",
    "2026-01-01T01:00:00+01:00",
    "2020-02-29T10:00:00Z",
    "2099-12-31T23:59:59.999999999Z",
    "2026-06-01T00:00:00.000000001Z",
    "2025-02-29T00:00:00Z",
    "1969-12-31T00:00:00Z",
    "2026-01-01",
    "2026-01-01t00:00:00z",
  ),
  address: fc.constantFrom("10.1.2.3", "::1", "127.0.0.1", "fe80::1", "::ffff:10.1.2.3", "10.1.2", "010.1.2.3", "2001:db8::1"),
  range: fc.constantFrom("10.0.0.0/8", "10.1.2.3/16", "192.168.0.0/24", "::/0", "2001:db8::/32", "10.0.0.0", "10.0.0.0/33"),
};

/** What can be stored where no schema forbids it. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(word, number, fc.constant(null)), { maxLength: 2 }),
  fc.dictionary(key, fc.oneof(word, number), { maxKeys: 2 }),
);
