import type { Family } from "../language-case.ts";

/** Each as annotation `a`. */
const texts = {
  plain: "one-two-three",
  short: "ab",
  empty: "",
  spaces: "  true\t",
  "upper case": "TRUE",
  "line breaks": "\r\ntrue\n",
  "a control character": "\u0000\u007f-",
  "a smiley": "😀-two",
  "combining marks": "e\u0301-two",
  "no-break space": "\u00a0true\u00a0",
  "byte order mark": "\ufefftrue\ufeff",
  "next line": "\u0085true",
  "Turkish I": "İ-two",
  "sharp s": "Straße",
  "Kelvin sign": "\u212aEEP",
  "beyond the surrogates": "\uffee-two",
  "half a character": "\ud83d-two",
} as const;

const label = { "one-two-three": "abc", ab: "ab", TRUE: "TRUE" } as Readonly<Record<string, string>>;

const requests = {
  ...Object.fromEntries(
    Object.entries(texts).map(([name, a]) => [
      name,
      {
        stored: { metadata: { annotations: { a }, ...(label[a] === undefined ? {} : { labels: { a: label[a] } }) }, spec: { a } },
      },
    ]),
  ),
  absent: { stored: {} },
  "other types": { stored: { spec: { a: ["one-two-three"] } } },
  nulls: { stored: { spec: { a: null } } },
};

const all = Object.keys(requests);
const ascii = ["plain", "short", "empty", "spaces", "upper case", "line breaks", "a control character"];
const there = Object.keys(texts);
const a = `const a = oldObject.metadata.annotations?.["a"];`;
const body = (rest: string): string => `({ oldObject }) => { ${a} ${rest} }`;
const stored = (rest: string): string => `({ oldObject }) => { const a = ascii(oldObject.spec?.a); ${rest} }`;

/** Every way to cut `x`, each with what it gives, put together. */
const cuts = [
  "slice()",
  "slice(0)",
  "slice(1)",
  "slice(-1)",
  "slice(4)",
  "slice(-4)",
  "slice(0, 2)",
  "slice(1, 3)",
  "slice(1, -1)",
  "slice(3, -3)",
  "slice(-3, -1)",
  "slice(-3, 2)",
  "slice(2, 1)",
  "slice(-1, -2)",
  "slice(1, undefined)",
  "slice(1.9, 1e9)",
  "slice(-1e9, -0.5)",
  "substring(1)",
  "substring(3, 1)",
  "substring(-2, 2)",
  "substring(2, 1e9)",
  "substring(5, -1)",
  "charAt(0)",
  "charAt(2)",
  "charAt(-1)",
  "charAt(100)",
];

/** Asked first, since work on long text costs by its length. */
const short = `const all = ascii(oldObject.spec?.a); const x = all !== undefined && all.length <= 40 ? all : "none";`;

/** A message with what each of the calls gives of `x`. */
const saying = (calls: readonly string[]): string =>
  `({ oldObject }) => { ${short} return \`${calls.map((one) => `\${show(x${one})}`).join(" ")}\`; }`;

const dots = (calls: readonly string[]): readonly string[] => calls.map((one) => `.${one}`);

export const asciiText: Family = {
  title: "text of ASCII characters",
  type: "spec?: { a?: string }",
  requests,
  cases: [
    { title: "whether it is", rule: body(`return ascii(a) !== undefined;`), denies: ascii },
    { title: "whether a field is", rule: stored(`return a !== undefined;`), denies: ascii },
    { title: "whether it is not", rule: body(`return a !== undefined && ascii(a) === undefined;`), denies: there.slice(7) },
    {
      title: "parts of it",
      rule: `() => true`,
      message: saying(dots(cuts)),
      denies: all,
      says: {
        short: `"ab" "ab" "b" "b" "" "ab" "ab" "b" "" "" "a" "ab" "" "" "b" "b" "" "b" "b" "ab" "" "ab" "a" "" "" ""`,
      },
    },
    {
      title: "parts of a name",
      rule: `() => true`,
      message:
        "({ oldObject: { metadata: { name } } }) => `${name.slice(0, 3)} ${name.slice(-4, -1)} ${name.at(-1) ?? ''} ${name[1] ?? ''}`",
      denies: all,
      says: { plain: "pla lai n l" },
    },
    {
      title: "positions that are calculated",
      rule: `({ oldObject }) => ascii(oldObject.spec?.a) !== undefined`,
      message: saying(
        dots([
          `slice(x.indexOf("-") + 1)`,
          `slice(0, x.indexOf("-"))`,
          `slice(x.indexOf("-"), x.length - 2)`,
          `slice(x.indexOf("w") - 4, -2)`,
          `slice(2 - x.length)`,
          `substring(x.indexOf("-") - 2)`,
          `substring(x.lastIndexOf("-"), x.indexOf("-") + 1)`,
          `charAt(x.length - 5)`,
          `charAt(x.length)`,
        ]),
      ),
      denies: ascii,
      says: {
        plain: `"two-three" "one" "-two-thr" "ne-two-thr" "e-two-three" "ne-two-three" "two" "t" ""`,
        empty: `"" "" "" "" "" "" "" "" ""`,
      },
    },
    {
      title: "single characters",
      rule: stored(`return a?.[0] === "o" || a?.at(-1) === "b" || a?.at(1) === "R" || a?.[5] === "t";`),
      denies: ["plain", "short", "spaces", "upper case"].filter((name) => name !== "spaces"),
    },
    {
      title: "characters that are not there",
      rule: body(
        `const x = ascii(a); return x !== undefined && x.at(2) === undefined && x[1.5] === undefined && x[-1] === undefined;`,
      ),
      denies: ["short", "empty"],
    },
    {
      title: "a character at a calculated position",
      rule: stored(`return a !== undefined && (a.at(a.indexOf("-") - 4) === "t" || a[a.indexOf("-")] === "-");`),
      denies: ["plain", "spaces", "line breaks", "a control character"],
    },
    {
      title: "positions",
      rule: `() => true`,
      message:
        `({ oldObject }) => { ${short} return \`` +
        [
          `indexOf("-")`,
          `indexOf("")`,
          `indexOf("t")`,
          `indexOf("-", 4)`,
          `indexOf("-", -1)`,
          `indexOf("", 100)`,
          `indexOf("o", x.indexOf("o") + 1)`,
          `indexOf("e", x.indexOf("-") - 100)`,
          `lastIndexOf("-")`,
          `lastIndexOf("")`,
          `lastIndexOf("e")`,
          `lastIndexOf(oldObject.kind)`,
          `lastIndexOf(oldObject.metadata.labels?.["a"] ?? "")`,
          `indexOf(oldObject.metadata.labels?.["a"] ?? "")`,
          `indexOf(oldObject.metadata.labels?.["a"] ?? "", 20)`,
        ]
          .map((one) => `\${x.${one}}`)
          .join(" ") +
        "`; }",
      denies: all,
      says: {
        plain: "3 0 4 7 3 13 6 2 7 13 12 -1 -1 -1 -1",
        empty: "-1 0 -1 -1 -1 0 -1 -1 -1 0 -1 -1 0 0 0",
        absent: "-1 0 -1 -1 -1 4 -1 3 -1 4 3 -1 4 0 4",
      },
    },
    {
      title: "upper and lower case",
      rule: `() => true`,
      message: saying([".toLowerCase()", ".toUpperCase()", ".toLowerCase().startsWith('t')"]),
      denies: all,
      says: {
        "upper case": `"true" "TRUE" true`,
        "Kelvin sign": `"none" "NONE" false`,
        plain: `"one-two-three" "ONE-TWO-THREE" false`,
      },
    },
    {
      title: "lower case of a label",
      rule: `({ oldObject }) => oldObject.metadata.labels?.["a"]?.toLowerCase() === "true"`,
      cel: "!oldObject.metadata.?labels[?'a'].hasValue() || oldObject.metadata.?labels[?'a'].orValue('').lowerAscii() != 'true'",
      denies: ["upper case"],
    },
    {
      title: "lengths of any text",
      rule: `() => true`,
      message:
        "({ oldObject }) => `${(oldObject.metadata.annotations?.['a'] ?? '').length} ${oldObject.spec?.a?.length ?? -1} ${oldObject.kind.length}`",
      denies: all,
      says: {
        "a smiley": "6 6 5",
        "combining marks": "6 6 5",
        plain: "13 13 5",
        absent: "0 -1 5",
        "other types": "0 -1 5",
        "byte order mark": "6 6 5",
      },
    },
    {
      title: "whether there are characters",
      rule: body(`return a !== undefined && (a.length > 0) && oldObject.spec?.a?.length !== 0;`),
      denies: there.filter((name) => name !== "empty"),
    },
    {
      title: "characters, one by one",
      rule: body(`const parts = ascii(a)?.split("") ?? []; return parts[1] === "b" || parts.length === 0;`),
      denies: ["short", "empty", ...all.slice(7)],
    },
    {
      title: "half of a character",
      rule: body(`return a?.startsWith("\\ufffd") === true && a.length === 5;`),
      denies: ["half a character"],
    },
    {
      title: "text in order",
      rule: body(`return a !== undefined && a < "a";`),
      denies: ["empty", "spaces", "upper case", "line breaks", "a control character", "sharp s"],
    },
    {
      title: "a limit that is not ASCII",
      rule: body(`return a !== undefined && a >= "İ";`),
      denies: ["a smiley", "byte order mark", "Turkish I", "Kelvin sign", "beyond the surrogates", "half a character"],
    },
    {
      title: "any text and a name in order",
      rule: `({ oldObject }) => { const a = oldObject.spec?.a; return a !== undefined && oldObject.metadata.name > a; }`,
      denies: ["empty", "short", "spaces", "upper case", "line breaks", "a control character", "plain", "sharp s"].toSorted(
        (one, other) => all.indexOf(one) - all.indexOf(other),
      ),
    },
  ],
};

/** White space of JavaScript, and of others alone. */
const whiteSpace = [
  ..."\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
];
const spaces = [...whiteSpace, ..."\u0000\u001c\u001f\u0085\u180e\u200b\u200c\u200d\u2060\u{1d173}"];

const nameOf = (space: string): string => `u${(space.codePointAt(0) ?? 0).toString(16)}`;
const white = whiteSpace.map(nameOf);

const trimming = (method: string, condition: string): string =>
  `({ oldObject }) => { const t = oldObject.metadata.annotations?.["a"]?.${method}(); ` +
  `return t !== undefined && ${condition} && oldObject.metadata.annotations?.["b"]?.${method}() === ""; }`;

export const trimmedText: Family = {
  title: "white space",
  requests: {
    ...Object.fromEntries(
      spaces.map((space) => [
        nameOf(space),
        { stored: { metadata: { annotations: { a: `${space}x${space}\n${space}y${space}${space}`, b: space } } } },
      ]),
    ),
    none: { stored: { metadata: { annotations: { a: "", b: "" } } } },
    absent: { stored: {} },
  },
  cases: [
    { title: "trim", rule: trimming("trim", "t.startsWith('x') && t.endsWith('y')"), denies: white },
    { title: "trimStart", rule: trimming("trimStart", "t.startsWith('x') && !t.endsWith('y')"), denies: white },
    { title: "trimEnd", rule: trimming("trimEnd", "!t.startsWith('x') && t.endsWith('y')"), denies: white },
    {
      title: "trimmed ASCII",
      rule: `({ oldObject }) => { const a = ascii(oldObject.metadata.annotations?.["a"])?.split("\\n")[0]; return a?.trim() === "x" && a.trimStart().trimEnd() === "x"; }`,
      denies: ["u9", "ub", "uc", "ud", "u20"],
    },
  ],
};
