import { describe, expect, test } from "vitest";
import { translate } from "../../../compiler/lower/patterns/translate.ts";

const translated = (pattern: string, flags = "u"): string => {
  const result = translate(pattern, flags);
  return "why" in result ? `rejected: ${result.why}${"construct" in result ? `, ${result.construct}` : ""}` : result.re2;
};

type Row = readonly [pattern: RegExp, re2: string];

describe("what is written as it stands", () => {
  const same: readonly RegExp[] = [
    /^prod-[a-z]+-[0-9]+$/u,
    /a|b|/u,
    /(a|(?:b))*?c+?d??/u,
    /a{2}b{3,}c{4,5}?/u,
    /\d\D\w\W\b/u,
    /[\d\w.-]/u,
    /[^\D_]/u,
    /[a^-]/u,
    /\.\*\+\?\(\)\[\]\{\}\^\$\|\\/u,
    /é🦀 "/u,
    /\t\n\v\f\r/u,
  ];
  test.each(same)("%s", (pattern) => expect(translated(pattern.source, pattern.flags)).toBe(pattern.source));
});

describe("what is written otherwise", () => {
  const rows: readonly Row[] = [
    [/./u, String.raw`[^\n\r\x{2028}\x{2029}]`],
    [/a./su, "(?s)a."],
    [/a/su, "a"],
    [/a/isu, "(?i)a"],
    [/A.\s/isu, String.raw`(?is)A.[\s\v\pZ\x{feff}]`],
    [/\s\S/u, String.raw`[\s\v\pZ\x{feff}][^\s\v\pZ\x{feff}]`],
    [/[\s-][^\s]/u, String.raw`[\s\v\pZ\x{feff}-][^\s\v\pZ\x{feff}]`],
    [/[^\S]/u, String.raw`[\s\v\pZ\x{feff}]`],
    [/[\S\n]/u, String.raw`[^\t\v-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]`],
    [/[^\S ]/u, String.raw`[\t-\r\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]`],
    [/[\s\S][\d\D][^]/u, "(?s:.)(?s:.)(?s:.)"],
    [new RegExp(String.raw`[][^\s\S]`, "u"), String.raw`[^\x{0}-\x{10ffff}][^\x{0}-\x{10ffff}]`],
    [/(?<name>a)/u, "(a)"],
    [/\//u, "/"],
    [/\x41\u0042\u{43}\cJ\0/u, String.raw`ABC\n\x{0}`],
    [/\u{1f980}\ud83e\udd80/u, "🦀🦀"],
    [/\u200b\u00a0\u0301\u007f/u, String.raw`\x{200b}\x{a0}\x{301}\x{7f}`],
    [new RegExp(String.raw`[\b\-\^\]\[\\]`, "u"), String.raw`[\x{8}\-^\]\[\\]`],
    [/[\^a][^^a][-a][^-a]/u, String.raw`[\^a][^^a][-a][^\-a]`],
    [/a{02}b{0,1}c{1,}d{0,}e{1}/u, "a{2}b?c+d*e{1}"],
  ];
  test.each(rows)("%s", (pattern, re2) => expect(translated(pattern.source, pattern.flags)).toBe(re2));
});

describe("what is rejected", () => {
  const rows: readonly (readonly [pattern: string, flags: string, why: string])[] = [
    ["(", "u", "syntax"],
    ["a", "uu", "syntax"],
    ["\\-", "u", "syntax"],
    ["a", "gu", "flag"],
    ["a", "yu", "flag"],
    ["(?:^a)", "mu", "flag"],
    ["a$|b$c", "m", "flag"],
    ["[a--b]", "v", "flag"],
    ["a", "du", "flag"],
    ["(?=a)", "u", "construct, looking around"],
    ["(?!a)", "u", "construct, looking around"],
    ["(?<=a)", "u", "construct, looking around"],
    ["(?<!a)", "u", "construct, looking around"],
    ["(a)\\1", "u", "construct, a backreference"],
    ["(?<x>a)\\k<x>", "u", "construct, a backreference"],
    ["(?i:a)", "u", "construct, a change of flags inside"],
    ["(?-i:a)", "iu", "construct, a change of flags inside"],
    ["\\p{L}", "u", "construct, a property of characters"],
    ["[\\P{Script=Greek}]", "u", "construct, a property of characters"],
    ["\\bk", "iu", "construct, a word character with the flag `i`"],
    ["[\\w]", "iu", "construct, a word character with the flag `i`"],
    ["\\W", "iu", "construct, a word character with the flag `i`"],
    ["\\B", "u", "misread"],
    ["a^", "u", "misread"],
    ["a?(?:b|^c)", "u", "misread"],
    ["[^x]$", "u", "misread"],
    ["[\\W]$", "u", "misread"],
    ["a|[^x](?:b{2}$)", "u", "misread"],
    ["(?:^[^x]?)$", "u", "misread"],
    ["é", "iu", "case"],
    ["[a-é]", "iu", "case"],
    ["[^é]", "iu", "case"],
    ["\\ud800", "u", "surrogate"],
    ["[\\u{dfff}]", "u", "surrogate"],
    ["\ud83e", "u", "surrogate"],
    ["a{1001}", "u", "repetition"],
    ["(a{100}){11}", "u", "repetition"],
    ["(?:a{2,}){501}", "u", "repetition"],
    ["a{500}b{500}c{500}", "u", "repetition"],
    ["(?:){1001}", "u", "repetition"],
    ["(".repeat(200) + ")".repeat(200), "u", "construct, groups inside each other, more than 100 deep"],
  ];
  test.each(rows)("/%s/%s", (pattern, flags, why) => expect(translated(pattern, flags)).toBe(`rejected: ${why}`));
});

describe("what V8 gets wrong elsewhere", () => {
  test.each(["^[^x]$", "^[^x]|^a$", "[^x]+$", "[^x]", "(?:^|-)x", "\\b(?:(?:^a)+)", "[^]$", ".$"])(
    "/%s/u is read by V8 as it stands",
    (pattern) => expect(translated(pattern)).not.toContain("rejected"),
  );
});

describe("without the flag u", () => {
  const fine = ["^prod-[a-z]+$", "\\d\\w\\s\\b", "[\\d.-]", "é[à-ü]", "\\u00e9\\x41", "(a|b){2,3}", "\\uffff", ""];
  test.each(fine)("/%s/ matches whole characters", (pattern) => expect(translated(pattern, "")).toBe(translated(pattern, "u")));

  const rows: readonly Row[] = [
    [/^v\d+.*$/, String.raw`^v\d+[^\n\r\x{2028}\x{2029}]*$`],
    [/^[^/]+\/(.+)$/, String.raw`^[^/]+/([^\n\r\x{2028}\x{2029}]+)$`],
    [/./, String.raw`[^\n\r\x{2028}\x{2029}]`],
    [/\D\D1/, String.raw`[\x{10000}-\x{10ffff}]1|\D[^\d\x{10000}-\x{10ffff}]1`],
    [/a.b/, String.raw`a[^\n\r\x{2028}\x{2029}\x{10000}-\x{10ffff}]b`],
    [/^.$/s, String.raw`^[^\x{10000}-\x{10ffff}]$`],
    [/^[^x]?y/, String.raw`^[^x\x{10000}-\x{10ffff}]y|^y`],
    [/^.{2}$/s, String.raw`^[^\x{10000}-\x{10ffff}][^\x{10000}-\x{10ffff}]$|^[\x{10000}-\x{10ffff}]$`],
    [new RegExp(String.raw`[\u0000-\uffff]`), "(?s:.)"],
    [/🦀/, "🦀"],
    [/\ud83e\udd80/, "🦀"],
    [new RegExp(String.raw`\-[\w-.]\_`), String.raw`-[\w\-.]_`],
    [/\B/, String.raw`\B|[\x{10000}-\x{10ffff}]`],
    [/^a|b$/m, String.raw`(?:^|[\n\r\x{2028}-\x{2029}])a|b(?:$|[\n\r\x{2028}-\x{2029}])`],
    [/^Prod-[A-Z0-9_]+\b\w$/i, String.raw`^prod-[a-z0-9_]+\b\w$`],
    [/[A-c][^K]/i, "[A-ca-z][^k]"],
  ];
  test.each(rows)("%s", (pattern, re2) => expect(translated(pattern.source, pattern.flags)).toBe(re2));

  const rejected = [".{30}", "🦀+", "[🦀]", "\\u{61}", "a{", "(?:a.|.b){2,9}"];
  test.each(rejected)("/%s/ could match half of one", (pattern) => expect(translated(pattern, "")).toBe("rejected: units"));

  test.each(["^.*/", "[^a]+$", "v(.*?)-", "^\\D*$"])("/%s/ finds whole characters", (pattern) =>
    expect(translate(pattern, "")).toMatchObject({ found: { re2: translated(pattern, "") } }),
  );
  test.each(["a.", "^.?", ".+?", "[^a]*[^b]*"])("/%s/ finds halves", (pattern) =>
    expect(translate(pattern, "")).toMatchObject({ found: "halves" }),
  );
});
