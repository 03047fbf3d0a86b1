import type { Family } from "../language-case.ts";

const requests = {
  small: { stored: { spec: { items: [{ cpu: "2", image: "shop/web:v1.2" }, { cpu: "0.5" }], words: { a: " On " } } } },
  large: { stored: { spec: { items: [{ cpu: " 8 ", image: "shop/web:v2.0" }, { cpu: "3e0", image: "db" }, {}] } } },
  "no number": { stored: { spec: { items: [{ cpu: "8" }, { cpu: "250m" }, { cpu: "4" }], words: { a: "off", b: "ON" } } } },
  hexadecimal: { stored: { spec: { items: [{ cpu: "8" }, { cpu: "0x10", image: "a:v9.9" }] } } },
  long: { stored: { spec: { items: [{ cpu: "1".repeat(201), image: `${"a".repeat(1_030)}:v3.1` }, { image: "a:v2.1" }] } } },
  mixed: {
    stored: {
      spec: { items: ["8", { cpu: 8, image: "shop/web:v1.9" }, null, { image: ["a:v2.0"] }, { cpu: "11" }], words: { a: 1 } },
    },
  },
  "wrong types": { stored: { spec: { items: { cpu: "11" }, words: ["on"] } } },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec } })";

export const namedInIterations: Family = {
  title: "what an iteration needs several times for one element has a name",
  type: "spec?: { items?: { cpu?: string; image?: string; tags?: string[] }[]; words?: Record<string, string> }",
  requests,
  cases: [
    {
      title: "a sum of numbers that texts hold",
      rule: `${spec} => (spec?.items ?? []).reduce((sum, one) => sum + Number(one.cpu ?? "0"), 0) > 10`,
      denies: ["large", "hexadecimal", "long", "mixed"],
      says: {
        hexadecimal:
          "Thing hexadecimal cannot be evaluated: a number in a text is hexadecimal, octal or binary, or has an exponent of more than two digits",
        long: "Thing long cannot be evaluated: a text that a number is read from has more than 200 characters",
      },
    },
    {
      title: "groups of a match, behind a guard",
      rule: `${spec} => spec?.items?.some(({ image }) => { const match = image?.match(/:v([0-9]+)[.]([0-9]+)$/u); return match != null && parseInt(match[1] ?? "", 10) >= 2; })`,
      denies: ["large", "hexadecimal", "long"],
    },
    {
      title: "a part of a text, of the elements that have one",
      rule: `${spec} => (spec?.items ?? []).filter((one) => one.image !== undefined).some((one) => { const repository = one.image?.split(":")[0] ?? ""; return repository === "db" || repository.endsWith("/web"); })`,
      denies: ["small", "large", "mixed"],
    },
    {
      title: "where only one of two branches needs it twice",
      rule: `${spec} => spec?.items?.some((one) => { const name = one.image?.split(":")[0]; return one.cpu === undefined ? name === "a" || name === "db" : name === "shop/web"; })`,
      denies: ["small", "large", "long"],
    },
    {
      title: "values of a map",
      cel: "(size(variables.words) <= 2000 ? variables.words.filter(k, type(variables.words[k]) == string) : []).all(word, [variables.words[word].split('-')[0]].exists(first, first != 'ON' && !first.startsWith(' On')))",
      rule: `${spec} => Object.values(spec?.words ?? {}).some((word) => { const first = word.split("-")[0] ?? ""; return first === "ON" || first.startsWith(" On"); })`,
      denies: ["small", "no number"],
    },
  ],
};
