import type { Family } from "../language-case.ts";

const nines = (count: number): string => "9".repeat(count);

const texts = {
  zero: "0",
  five: "5",
  seven: "7",
  "seven with zeros": "0007",
  "seven and a sign": "+7",
  "minus seven": "-7",
  "minus zero": "-0",
  empty: "",
  blank: " \t\n",
  "seven in space": "\u00a0\ufeff\u2028 7\r\n",
  "a next line": "\u00857",
  "a sign alone": "-",
  "two signs": "+-7",
  "a sign apart": "- 7",
  fraction: "7.25",
  "half of it": ".5",
  "no fraction": "7.",
  point: ".",
  exponent: "7e0",
  "exponent of two digits": "7E+99",
  "exponent with zeros": "7e-00001",
  "exponent of three digits": "7e100",
  "small exponent of three digits": "7e-100x",
  "exponent without digits": "7e",
  "seven apples": "7 apples",
  "seven underscores": "7_000",
  "seven n": "7n",
  hexadecimal: "0x7",
  "negative hexadecimal": "-0X7",
  "no digits behind 0x": "0x",
  octal: "0o7",
  binary: "0b111",
  infinity: "Infinity",
  "minus infinity": " -Infinity",
  "infinity and more": "Infinity7",
  inf: "inf",
  nan: "NaN",
  "beyond 2^53": "9007199254740993",
  "one less": "9007199254740992",
  "beyond 2^64": "18446744073709551617",
  "the same below zero": "-18446744073709551617",
  "the same with zeros": "000018446744073709551617",
  "two hundred nines": nines(200),
  "two hundred and one": nines(201),
  "two hundred characters": `7${"\u{1f600}".repeat(199)}`,
  "one more of them": `7${"\u{1f600}".repeat(200)}`,
  "Arabic digits": "٧",
} as const;

const stored = (a: string): object => ({
  metadata: { annotations: { a } },
  spec: { a, b: "18446744073709551617", flag: a === "7" },
});

const requests = {
  ...Object.fromEntries(Object.entries(texts).map(([name, a]) => [name, { stored: stored(a) }])),
  absent: { stored: {} },
  "other types": { stored: { spec: { a: 7, b: null, flag: "yes" } } },
};

const all = Object.keys(requests);
const but = (...others: readonly string[]): readonly string[] => all.filter((name) => !others.includes(name));
const among = (of: readonly string[]): readonly string[] => all.filter((name) => of.includes(name));

const annotation = 'oldObject.metadata.annotations?.["a"]';
const tooLong = ["two hundred and one", "one more of them"];
const otherForms = ["exponent of three digits", "hexadecimal", "octal", "binary"];
const sevens = ["seven", "seven with zeros", "seven and a sign", "seven in space"];
const whole = [
  "zero",
  "five",
  ...sevens,
  "minus seven",
  "minus zero",
  "empty",
  "blank",
  "beyond 2^53",
  "one less",
  "beyond 2^64",
  "the same below zero",
  "the same with zeros",
  "two hundred nines",
];
const wrong = all.filter((name) => !whole.includes(name) && name !== "absent" && name !== "other types");

const unreadable = [...tooLong, ...otherForms];
const printed = (name: string): string => String(Number(Object.hasOwn(texts, name) ? Reflect.get(texts, name) : "none"));
/** `NaN` stays one: nothing is less. */
const leastOf = (text: string): number => (9 < Number(text) ? 9 : Number(text));
/** What CEL prints as JavaScript does, NaN aside. */
const isPrintedAlike = (text: string): boolean => /^(0|-?[1-9][0-9]{0,14}|-?[0-9]{1,6}[.][0-9]+)$/.test(text);

export const numbersInText: Family = {
  title: "numbers in text",
  type: "spec?: { a?: string; b?: string; flag?: boolean }",
  requests,
  cases: [
    {
      title: "what is no number, printed again",
      rule: `({ oldObject }) => String(Number(${annotation} ?? "none")) === "NaN"`,
      denies: all.filter((name) => unreadable.includes(name) || !isPrintedAlike(printed(name))),
    },
    {
      title: "the smallest of one that may be none, printed again",
      rule: `({ oldObject }) => { let least: number | undefined; for (const n of [Number(${annotation} ?? "none"), 9]) { if (least === undefined || n < least) least = n; } return String(least) === "NaN"; }`,
      denies: all.filter((name) => unreadable.includes(name) || !isPrintedAlike(String(leastOf(printed(name))))),
    },
    {
      title: "parseInt without a base",
      rule: `({ oldObject }) => parseInt(${annotation} ?? "") === 7`,
      denies: among([
        ...sevens,
        "fraction",
        "no fraction",
        "exponent",
        "exponent of two digits",
        "exponent with zeros",
        "exponent of three digits",
        "small exponent of three digits",
        "exponent without digits",
        "seven apples",
        "seven underscores",
        "seven n",
        "hexadecimal",
        "negative hexadecimal",
        "no digits behind 0x",
        "two hundred characters",
        ...tooLong,
      ]),
      says: {
        hexadecimal:
          "Thing hexadecimal cannot be evaluated: a number in a text is hexadecimal, octal or binary, or has an exponent of more than two digits",
        "two hundred and one":
          "Thing two-hundred-and-one cannot be evaluated: a text that a number is read from has more than 200 characters",
      },
    },
    {
      title: "parseFloat",
      rule: `({ oldObject }) => { const n = parseFloat(${annotation} ?? ""); return n >= 7 && n <= 7.5; }`,
      denies: among([
        ...sevens,
        "fraction",
        "no fraction",
        "exponent",
        "exponent of three digits",
        "small exponent of three digits",
        "exponent without digits",
        "seven apples",
        "seven underscores",
        "seven n",
        "two hundred characters",
        ...tooLong,
      ]),
    },
    {
      title: "parseFloat of what is infinite or none",
      rule: `({ oldObject }) => { const n = Number.parseFloat(oldObject.spec?.a!); return n - n !== 0 || !n && n !== 0; }`,
      denies: among([
        "empty",
        "blank",
        "a next line",
        "a sign alone",
        "two signs",
        "a sign apart",
        "point",
        "exponent of three digits",
        "small exponent of three digits",
        "infinity",
        "minus infinity",
        "infinity and more",
        "inf",
        "nan",
        ...tooLong,
        "Arabic digits",
        "absent",
        "other types",
      ]),
    },
    {
      title: "Number",
      rule: `({ oldObject }) => Number(${annotation}) === 7`,
      denies: among([...sevens, "no fraction", "exponent", ...otherForms, ...tooLong]),
    },
    {
      title: "Number of nothing and blanks is 0",
      rule: `({ oldObject }) => Number(${annotation}) === 0`,
      denies: among(["zero", "minus zero", "empty", "blank", ...otherForms, ...tooLong]),
    },
    {
      title: "Number in order",
      rule: `({ oldObject }) => { const n = Number(${annotation} ?? "-1"); return n > 7 || 1 / n < -1e15; }`,
      denies: among([
        "minus zero",
        "fraction",
        "exponent of two digits",
        ...otherForms,
        "infinity",
        "beyond 2^53",
        "one less",
        "beyond 2^64",
        "the same with zeros",
        "two hundred nines",
        ...tooLong,
      ]),
    },
    {
      title: "Number of a custom resource, of booleans and numbers",
      rule: `({ oldObject }) => Number(oldObject.spec?.flag ?? false) + Number(oldObject.metadata.name.length) * Number() + (+(oldObject.spec?.flag === true)) === 2`,
      denies: ["seven"],
    },
    {
      title: "a label is short",
      rule: `({ oldObject }) => parseInt(oldObject.metadata.labels?.["a"] ?? "7", 10) === 7 && Number(oldObject.metadata.labels?.["a"] ?? "") === 0`,
      denies: all,
    },
    {
      title: "Number that is not reached",
      rule: `({ oldObject }) => oldObject.spec?.flag === true && Number(${annotation} ?? "") === 7`,
      denies: ["seven"],
    },
    {
      title: "a number that is worked out before",
      rule: `({ oldObject }) => { const n = Number(${annotation} ?? ""); return oldObject.spec?.flag === true && n === 7; }`,
      denies: among(["seven", ...otherForms, ...tooLong]),
    },
    {
      title: "a whole number of any size",
      rule: `({ oldObject }) => BigInt(${annotation} ?? "0") > 0n`,
      denies: but("zero", "minus seven", "minus zero", "empty", "blank", "the same below zero", "absent", "other types"),
      says: {
        fraction: "Thing fraction cannot be evaluated: a text that BigInt reads is no whole decimal number",
        "two hundred and one":
          "Thing two-hundred-and-one cannot be evaluated: a text that a number is read from has more than 200 characters",
        seven: "no",
      },
    },
    {
      title: "what is read for nothing has been read anyway",
      rule: `({ oldObject }) => { const at = (oldObject.metadata.finalizers ?? []).indexOf("none"); const digit = BigInt(${annotation} ?? "0").toString().charAt(at); const kept = ["x", "y"].with(0, BigInt(${annotation} ?? "0").toString())[1]; return false; }`,
      denies: among(wrong),
    },
    {
      title: "one that has to be there",
      rule: `({ oldObject }) => BigInt(oldObject.spec?.a!) === 7n`,
      denies: among([...sevens, ...wrong, "absent", "other types"]),
    },
    {
      title: "compared with a large constant",
      rule: `({ oldObject }) => { const n = BigInt(${annotation} ?? "0"); return n >= 18446744073709551617n || n === 9007199254740993n || n < -18446744073709551616n; }`,
      denies: among([...wrong, "beyond 2^53", "beyond 2^64", "the same below zero", "the same with zeros", "two hundred nines"]),
    },
    {
      title: "compared with each other",
      rule: `({ oldObject }) => { const [a, b] = [BigInt(${annotation} ?? "1"), BigInt(oldObject.spec?.b ?? "1")]; return a >= b && !(a > b) && a === b && a <= b && !(a !== b); }`,
      denies: among([...wrong, "beyond 2^64", "the same with zeros", "absent", "other types"]),
    },
    {
      title: "in order, of either sign",
      rule: `({ oldObject }) => BigInt(${annotation} ?? "1") < BigInt(oldObject.spec?.b ?? "1") && BigInt(${annotation} ?? "1") > -BigInt(8n)`,
      denies: among([
        ...wrong,
        ...whole.filter(
          (name) => !["the same below zero", "beyond 2^64", "the same with zeros", "two hundred nines"].includes(name),
        ),
      ]),
    },
    {
      title: "as a condition, in text and as a number",
      rule: `({ oldObject }) => !BigInt(oldObject.spec?.a ?? "0") || BigInt(oldObject.metadata.name.length) === 5n || Number(BigInt(oldObject.spec?.a ?? "0")) - 9007199254740991 === 1`,
      message: "({ oldObject }) => `${BigInt(oldObject.spec?.a ?? '0')} ${BigInt(-12).toString()} ${String(5n)}`",
      denies: among([
        "zero",
        "minus zero",
        "empty",
        "blank",
        "seven",
        ...wrong,
        "beyond 2^53",
        "one less",
        "absent",
        "other types",
      ]),
      says: {
        "minus zero": "0 -12 5",
        seven: "7 -12 5",
        "beyond 2^53": "9007199254740993 -12 5",
      },
    },
    {
      title: "known to the compiler",
      rule: `() => 0x10n === 16n && BigInt("  12 ") < 13n && Number(" 1e1 ") + parseInt("1f", 16) + parseFloat("2.5 GiB") === 43.5 && -5n < 0n`,
      denies: all,
    },
    {
      title: "of each of several",
      rule: `({ oldObject }) => [oldObject.spec?.a, oldObject.spec?.b].some((text) => parseInt(text ?? "", 10) === 7)`,
      denies: among([
        ...sevens,
        "fraction",
        "no fraction",
        "exponent",
        "exponent of two digits",
        "exponent with zeros",
        "exponent of three digits",
        "small exponent of three digits",
        "exponent without digits",
        "seven apples",
        "seven underscores",
        "seven n",
        "two hundred characters",
        ...tooLong,
      ]),
    },
    {
      title: "map(Number) of the parts of a text",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").split("-").map(Number)[1] === 7`,
      denies: [
        "minus seven",
        "two signs",
        "a sign apart",
        "exponent of three digits",
        "hexadecimal",
        "negative hexadecimal",
        "octal",
        "binary",
        "two hundred and one",
        "one more of them",
      ],
    },
  ],
};
