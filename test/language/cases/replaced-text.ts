import type { Family } from "../language-case.ts";

const texts = {
  plain: "a.b.c",
  empty: "",
  "one dot": ".",
  dollars: "$.$&",
  "a smiley": "😀.😀",
  "combining marks": "e\u0301.",
  "Turkish I": "İ.ß",
} as const;

const requests = {
  ...Object.fromEntries(Object.entries(texts).map(([name, a]) => [name, { stored: { metadata: { annotations: { a } } } }])),
  absent: { stored: {} },
};

const is = (method: string, wanted: string): string =>
  `({ oldObject }) => (oldObject.metadata.annotations?.["a"] ?? "none").${method} === ${wanted}`;

const all = Object.keys(requests);

export const replacedText: Family = {
  title: "replaced text",
  requests,
  cases: [
    {
      title: "the first",
      rule: is(`replace(".", "-")`, `"a-b.c"`),
      cel: "oldObject.metadata.?annotations[?'a'].orValue('none').replace('.', '-', 1) != 'a-b.c'",
      denies: ["plain"],
    },
    { title: "all", rule: is(`replaceAll("😀", "")`, `"."`), denies: ["one dot", "a smiley"] },
    { title: "by patterns that are written out", rule: is(`replaceAll(".", "[$&$$1$$&]")`, `"$[.$1$&]$&"`), denies: ["dollars"] },
    { title: "by what JavaScript takes for no pattern", rule: is(`replace(".", "$1$<a>$")`, `"$1$<a>$"`), denies: ["one dot"] },
    {
      title: "by what a function gives",
      rule: is(`replace(".", (found) => found + oldObject.kind + "$&")`, `".Thing$&"`),
      denies: ["one dot"],
    },
    {
      title: "by text of the cluster",
      rule: `({ oldObject }) => { const a = oldObject.metadata.annotations?.["a"] ?? "none"; return "x-y".replaceAll("-", () => a) === "x$.$&y"; }`,
      denies: ["dollars"],
    },
    { title: "nothing, at the beginning", rule: is(`replace("", "x")`, `"x😀.😀"`), denies: ["a smiley"] },
    {
      title: "nothing, between ASCII characters",
      rule: `({ oldObject }) => ascii(oldObject.metadata.annotations?.["a"])?.replaceAll("", "|") === "|a|.|b|.|c|"`,
      denies: ["plain"],
    },
    {
      title: "half of what is written as two characters",
      rule: is(`replace("e", "")`, `"\\u0301."`),
      denies: ["combining marks"],
    },
    {
      title: "text that the compiler knows",
      rule: `() => "a.b".replaceAll(".", "$&$&") === "a..b" && "ab".repeat(2).padStart(5, "-") === "-abab" && "é".normalize() === "\\u00e9" && "a".padEnd(2) === "a " && "x".concat("y").at(-1) === "y" && "xyz".substring(2, 1) === "y" && "xyz"[1] === "y" && "xyxy".lastIndexOf("x") === 2 && "b" > "a"`,
      denies: all,
    },
    {
      title: "concat",
      rule: is(`concat("!")`, `"😀.😀!"`),
      denies: ["a smiley"],
    },
    {
      title: "parts of a name with the dashes out of it",
      rule: `() => true`,
      message: `({ oldObject: { metadata } }) => metadata.name.replaceAll("-", "").toUpperCase().concat(metadata.name.slice(-1))`,
      denies: all,
      says: { "a smiley": "ASMILEYy", plain: "PLAINn" },
    },
  ],
};

const divided = {
  team: "team-blue",
  "team twice": "team-team-blue",
  "a number behind": "blue-12",
  spaced: " x , y;z,k ",
  "only separators": " , ,",
  "many spaces": "  a \u00a0\tb\nc",
  lines: "one\r\nkeep\n\r\nlast",
  "a return more": "one\r\r\nkeep",
  faces: "\u{1f600}, \u{1f600}x-ns",
  version: "v1.2.3",
  empty: "",
  "as long as may be": `${"x".repeat(1_021)}, y`,
  "too long": `${"x".repeat(1_022)}, y`,
} as const;

const textOf = "(oldObject.metadata.annotations?.['a'] ?? '')";
const dividedBy = (rest: string): string => `({ oldObject }) => { const a = ${textOf}; return ${rest}; }`;

export const dividedText: Family = {
  title: "texts that patterns replace and divide",
  requests: {
    ...Object.fromEntries(Object.entries(divided).map(([name, a]) => [name, { stored: { metadata: { annotations: { a } } } }])),
    absent: { stored: {} },
  },
  cases: [
    {
      title: "a text at the beginning, and one at the end",
      rule: dividedBy(
        `a.replace(/^team-/, "") === "blue" || a.replace(/-ns$/u, "!").endsWith("x!") || a.replace(/^v1\\.2\\.3$/, "b") === "b"`,
      ),
      denies: ["team", "faces", "version"],
    },
    {
      title: "a text anywhere, and each",
      rule: dividedBy(
        `a.replace(/team-/, "") === "team-blue" || a.replace(/team-/g, "") === "blue" || a.replaceAll(/\\./g, "$$") === "v1$2$3"`,
      ),
      denies: ["team", "team twice", "version"],
    },
    {
      title: "a match at the beginning",
      rule: dividedBy(
        `a.replace(/^(?:team-)+/, "") === "blue" || a.replace(/^v[0-9]+/, "x") === "x.2.3" || a.replace(/^[a-z]*/, "") === ".2.3"`,
      ),
      denies: ["team", "team twice", "version", "too long"],
    },
    {
      title: "a match at the end",
      rule: dividedBy(
        `a.replace(/-[0-9]+$/, "") === "blue" || a.replace(/,.*$/u, "!") === "\u{1f600}!" || a.replace(/[.]?\\d*$/, "") === "v1.2"`,
      ),
      denies: ["a number behind", "faces", "version", "too long"],
    },
    {
      title: "the first match",
      rule: dividedBy(
        `a.replace(/[0-9]+/, "#") === "v#.2.3" || a.replace(/[,;]/, "") === " x  y;z,k " || a.replace(/e[a-z]m-/, "") === "tblue"`,
      ),
      denies: ["team", "spaced", "version", "too long"],
    },
    {
      title: "all of some characters",
      rule: dividedBy(
        `a.replace(/\\s+/g, "") === "abc" || a.replace(/[,;]/g, ";;") === " x ;; y;;z;;k " || a.replace(/[^0-9]/gu, "") === "12" || a.replace(/[.0-9]+/g, "_") === "v_" || a.replace(/\\D/gu, "-") === "-----12"`,
      ),
      denies: ["a number behind", "spaced", "many spaces", "version", "too long"],
    },
    {
      title: "parts between one of some characters",
      rule: dividedBy(
        `a.split(/[,;]/).some((part) => part === "z") || a.split(/\\r?\\n/).includes("keep") || a.split(/[.-]/)[1] === "2" || a.split(/team-/).length === 3`,
      ),
      denies: ["team twice", "spaced", "lines", "a return more", "version"],
    },
    {
      title: "parts between as many as there are",
      rule: dividedBy(
        `a.split(/\\s+/).length === 4 || a.split(/[\\s,]+/).join("|") === "|x|y;z|k|" || a.split(/ +/)[0] === "v1.2.3" || (a.split(/,+/)[0] === "" && a !== "")`,
      ),
      denies: ["spaced", "many spaces", "version", "too long"],
    },
    {
      title: "parts without the spaces beside a separator",
      rule: dividedBy(
        `a.split(/\\s*,\\s*/).join("|") === " x|y;z|k " || a.split(/\\s*,\\s*/).every((part) => part.trim() === "" && a !== "") || a.split(/, */).includes("\u{1f600}x-ns") || a.split(/,\\s*/)[1] === "y" || a.split(/\\s*;/).length > 1`,
      ),
      denies: ["spaced", "only separators", "faces", "as long as may be", "too long"],
    },
  ],
};
