import type { Family, Request } from "../language-case.ts";

const texts = (a: string, text: string = a): Request => ({ stored: { metadata: { annotations: { a } }, spec: { text } } });

const requests: Readonly<Record<string, Request>> = {
  "prod-shop-1": texts("prod-shop-1"),
  "prod-shop-12": texts("prod-shop-12\n"),
  "a line break": texts("one\ntwo"),
  "a carriage return": texts("one\rtwo"),
  "a line separator": texts("one\u2028two"),
  "a paragraph separator": texts("one\u2029two"),
  "a next line": texts("one\u0085two"),
  "a space": texts("one two"),
  "a tab": texts("one\vtwo"),
  "a wide space": texts("one\u3000two"),
  "a byte order mark": texts("one\ufefftwo"),
  "a crab": texts("one🦀two"),
  "two crabs": texts("🦀🦀"),
  accents: texts("é"),
  kelvin: texts("\u212a"),
  "long s": texts("ſ"),
  upper: texts("K"),
  digits: texts("\u0661\u0662"),
  marks: texts("a.b*c[d]{2}^$|\\-/"),
  long: texts(`${"x".repeat(5000)}-1`, "x".repeat(100_000)),
  empty: texts(""),
  absent: { stored: {} },
  "other types": { stored: { spec: { text: ["prod-shop-1"] } } },
  nulls: { stored: { spec: { text: null } } },
};

const all = Object.keys(requests);
const lineBreaks = ["a line break", "a carriage return", "a line separator", "a paragraph separator"];
const none = ["absent", "other types", "nulls"];
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

/** A rule over the annotation, which is `none` where there is none. */
const annotation = (pattern: string): string =>
  `({ oldObject }) => ${pattern}.test(oldObject.metadata.annotations?.["a"] ?? "none")`;
const field = (pattern: string): string => `({ oldObject }) => ${pattern}.test(oldObject.spec?.text ?? "none")`;

export const regularExpressions: Family = {
  title: "regular expressions",
  type: "spec?: { text?: string }",
  requests,
  cases: [
    {
      title: "a name",
      rule: "({ oldObject }) => /^prod-[a-z]+-[0-9]+$/u.test(oldObject.metadata.name)",
      cel: "!oldObject.metadata.name.matches('^prod-[a-z]+-[0-9]+$')",
      denies: ["prod-shop-1", "prod-shop-12"],
    },
    {
      title: "the end is that of the text",
      rule: annotation("/^prod-[a-z]+-[0-9]+$/u"),
      denies: ["prod-shop-1"],
    },
    {
      title: "the dot stops at four line breaks",
      rule: annotation("/^one.two$/u"),
      denies: ["a next line", "a space", "a tab", "a wide space", "a byte order mark", "a crab"],
    },
    {
      title: "the dot with the flag s",
      rule: annotation("/^one.two$/su"),
      denies: [...lineBreaks, "a next line", "a space", "a tab", "a wide space", "a byte order mark", "a crab"],
    },
    {
      title: "white space",
      rule: annotation(String.raw`/\s/u`),
      cel: String.raw`!oldObject.metadata.?annotations[?'a'].orValue('none').matches(r'[\s\v\pZ\x{feff}]')`,
      denies: ["prod-shop-12", ...lineBreaks, "a space", "a tab", "a wide space", "a byte order mark"],
    },
    { title: "anything but white space", rule: annotation(String.raw`/^one\Stwo$/u`), denies: ["a next line", "a crab"] },
    {
      title: "white space but line breaks",
      rule: annotation(String.raw`/^one[^\S\n\r\u2028\u2029]two$/u`),
      denies: ["a space", "a tab", "a wide space", "a byte order mark"],
    },
    {
      title: "one character of two halves",
      rule: annotation("/^one[^x]two$/u"),
      denies: [...lineBreaks, "a next line", "a space", "a tab", "a wide space", "a byte order mark", "a crab"],
    },
    { title: "two characters of two halves", rule: annotation(String.raw`/^..$/u`), denies: ["two crabs", "digits"] },
    {
      title: "characters by number",
      rule: annotation(String.raw`/^\u{1F980}{2}$|\xe9|\u212A|\cI/u`),
      denies: ["two crabs", "accents", "kelvin"],
    },
    {
      title: "digits are those of ASCII",
      rule: annotation(String.raw`/\d/u`),
      denies: ["prod-shop-1", "prod-shop-12", "marks", "long"],
    },
    { title: "the letter k in any case", rule: annotation("/^k$/iu"), denies: ["kelvin", "upper"] },
    { title: "a range in any case", rule: annotation("/^[a-z]$/iu"), denies: ["kelvin", "long s", "upper"] },
    { title: "not a range, in any case", rule: annotation("/^[^a-z]$/iu"), denies: ["accents"] },
    {
      title: "marks that mean something",
      rule: annotation(String.raw`/^a\.b\*c\[d\]\{2\}\^\$\|\\-\/$/u`),
      cel: String.raw`oldObject.metadata.?annotations[?'a'].orValue('none') != 'a.b*c[d]{2}^$|\\-/'`,
      denies: ["marks"],
    },
    { title: "marks in a class", rule: annotation(String.raw`/[\]\\^-][/-]$/u`), denies: ["marks"] },
    { title: "words", rule: annotation(String.raw`/\bshop\b|\w\.\w/u`), denies: ["prod-shop-1", "prod-shop-12", "marks"] },
    {
      title: "no character, and any",
      rule: annotation("/^[^]{6,7}$|^[]$/u"),
      denies: [
        "a line break",
        "a carriage return",
        "a line separator",
        "a paragraph separator",
        "a next line",
        "a space",
        "a tab",
        "a wide space",
        "a byte order mark",
        "a crab",
      ],
    },
    {
      title: "alternatives, groups and how often",
      rule: annotation("/^(?:one|(?<first>prod)-shop)(?:-\\d{1,2}?)?\\n?$|^()$/u"),
      denies: ["prod-shop-1", "prod-shop-12", "empty"],
    },
    {
      title: "without u where nothing can tell",
      rule: annotation(String.raw`/^prod-[a-z]+-[0-9]+|^[\w.-]+$/`),
      denies: ["prod-shop-1", "prod-shop-12", "upper", "long", ...none],
    },
    {
      title: "without u, up to a character that is whole",
      rule: annotation("/^one.*two$/"),
      cel: String.raw`!oldObject.metadata.?annotations[?'a'].orValue('none').matches(r'^one[^\n\r\x{2028}\x{2029}]*two$')`,
      denies: ["a next line", "a space", "a tab", "a wide space", "a byte order mark", "a crab"],
    },
    {
      title: "without u, one unit",
      rule: annotation("/^one.two$/"),
      denies: ["a next line", "a space", "a tab", "a wide space", "a byte order mark"],
    },
    {
      title: "without u, two units",
      rule: annotation("/^one..two$|^.{4}$/"),
      denies: ["a crab", "two crabs", ...none],
    },
    {
      title: "letters of either case, without u",
      rule: annotation(String.raw`/^(?:PROD-shop\b|k$)/i`),
      cel: String.raw`!oldObject.metadata.?annotations[?'a'].orValue('none').lowerAscii().matches(r'^(?:prod-shop\b|k$)')`,
      denies: ["prod-shop-1", "prod-shop-12", "upper"],
    },
    {
      title: "the beginning in either case",
      rule: annotation("/^PROD-/i"),
      cel: "!oldObject.metadata.?annotations[?'a'].orValue('none').lowerAscii().startsWith('prod-')",
      denies: ["prod-shop-1", "prod-shop-12"],
    },
    { title: "a line", rule: annotation("/^two$/gm"), denies: lineBreaks },
    {
      title: "a pattern of the policy",
      before: "const PROD = /^prod-[a-z]+-[0-9]+$/u;",
      rule: annotation("PROD"),
      denies: ["prod-shop-1"],
    },
    {
      title: "made of constants",
      before: `const PREFIX = "prod";`,
      rule: annotation("new RegExp(`^${PREFIX}-[a-z]+-`, `u`)"),
      denies: ["prod-shop-1", "prod-shop-12"],
    },
    {
      title: "several patterns",
      before: "const KEPT = [/^prod-[a-z]+-/u, /^on/u];",
      rule: "({ oldObject }) => KEPT.some((pattern) => pattern.test(oldObject.metadata.name))",
      denies: ["prod-shop-1", "prod-shop-12"],
    },
    {
      title: "of a parameter",
      before: "const fits = (pattern: RegExp, text: string): boolean => pattern.test(text);",
      rule: "({ oldObject: { metadata } }) => fits(/^a-[bc]/u, metadata.name) || fits(RegExp(`k{1}`, `u`), metadata.name)",
      denies: ["a line break", "a carriage return", "a byte order mark", "a crab", "kelvin", "marks"],
    },
    {
      title: "a field of a custom resource",
      rule: field("/^prod-[a-z]+-[0-9]+$/u"),
      denies: ["prod-shop-1"],
    },
    {
      title: "a field, where long text cannot match",
      rule: `({ oldObject }) => oldObject.spec?.text !== undefined && /^[a-z]{1,40}(-[a-z]{1,40}){0,3}-[0-9]{1,5}$/u.test(oldObject.spec.text)`,
      cel: "type(variables.spec.?text.orValue(null)) != string || size(variables.text) > 169 || !variables.text.matches('^[a-z]{1,40}(-[a-z]{1,40}){0,3}-[0-9]{1,5}$')",
      denies: ["prod-shop-1"],
    },
    {
      title: "nothing but the beginning",
      rule: annotation("/^prod-/u"),
      cel: "!oldObject.metadata.?annotations[?'a'].orValue('none').startsWith('prod-')",
      denies: ["prod-shop-1", "prod-shop-12"],
    },
    {
      title: "nothing but the end",
      rule: annotation("/two$/u"),
      denies: [...lineBreaks, "a next line", "a space", "a tab", "a wide space", "a byte order mark", "a crab"],
    },
    {
      title: "nothing but a part",
      rule: annotation("/🦀t/u"),
      cel: "!oldObject.metadata.?annotations[?'a'].orValue('none').contains('🦀t')",
      denies: ["a crab"],
    },
    { title: "nothing at all", rule: field("/^$/u"), denies: ["empty"] },
    { title: "anywhere", rule: field("/(?:)/u"), denies: all },
    {
      title: "what may be absent",
      rule: `({ oldObject }) => { const a = oldObject.metadata.annotations?.["a"]; return a === undefined || !/o/u.test(a); }`,
      denies: but(
        "prod-shop-1",
        "prod-shop-12",
        ...lineBreaks,
        "a next line",
        "a space",
        "a tab",
        "a wide space",
        "a byte order mark",
        "a crab",
      ),
    },
  ],
};
