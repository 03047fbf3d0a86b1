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
