import type { Family } from "../language-case.ts";

const type = "spec?: { name?: string; names?: string[]; limit?: number; numbers?: number[] }";

const labels = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`l${at}`, "x"]));

const sortedLabels = `sorted(Object.keys(oldObject.metadata.labels ?? {})).join(",")`;
const names = "(oldObject.spec?.names ?? [])";
const isNamed = `((): string | undefined => { let x: string | undefined; for (const n of ${names}) { if (n === "a") { x = "abc"; break; } } return x; })()`;

const everything = [
  "plain",
  "many labels",
  "many labels, nothing else",
  "no name",
  "an inherited key",
  "an inherited key and no number",
  "nothing",
];

/** What TypeScript evaluates before something else, or although nobody needs it, and CEL would evaluate later or never. */
export const evaluatedBefore: Family = {
  title: "what has been evaluated before",
  type,
  requests: {
    plain: { stored: { metadata: { labels: { q: "b" } }, spec: { name: "a", names: ["a", "b"], limit: 1, numbers: [1, 2] } } },
    "many labels": { stored: { metadata: { labels }, spec: { name: "a", names: ["a", "b"], limit: 1, numbers: [1, 2] } } },
    "many labels, nothing else": { stored: { metadata: { labels } } },
    "no name": { stored: { metadata: { labels: { q: "b" } }, spec: { names: [], limit: 1e300 } } },
    "an inherited key": { stored: { metadata: { labels: { key: "constructor" } }, spec: { name: "x" } } },
    "an inherited key and no number": {
      stored: { metadata: { labels: { key: "constructor" }, annotations: { n: "y" } }, spec: { name: "x" } },
    },
    nothing: { stored: {} },
  },
  cases: [
    {
      title: "keys sorted in a callback are limited when they are reached",
      rule: `({ oldObject }) => ${names}.some((name) => name === ${sortedLabels})`,
      denies: ["many labels"],
      says: {
        "many labels":
          "Thing many-labels cannot be judged: more than 2000 entries in a list or map (100 inside another), or 10 keys to name; remove some",
      },
    },
    {
      title: "keys sorted in a callback that an earlier element has ended are not reached",
      rule: `({ oldObject }) => ${names}.some((name) => name === "a" || name === ${sortedLabels})`,
      denies: ["plain", "many labels"],
    },
    {
      title: "a list is worked out before it is asked whether it is one",
      rule: `({ oldObject }) => !Array.isArray(sorted(Object.keys(oldObject.metadata.labels ?? {})))`,
      denies: ["many labels", "many labels, nothing else"],
      says: {
        "many labels":
          "Thing many-labels cannot be judged: more than 2000 entries in a list or map, or 10 keys to name; remove some",
      },
    },
    {
      title: "what is deleted from a set is worked out, whatever the set holds",
      rule: `({ oldObject }) => { const names = new Set((oldObject.spec?.names ?? []).slice(0, 2).map((name) => name)); names.delete(${sortedLabels}); return names.has("z"); }`,
      denies: ["many labels", "many labels, nothing else"],
      says: {
        "many labels, nothing else":
          "Thing many-labels-nothing-else cannot be judged: more than 2000 entries in a list or map, or 10 keys to name; remove some",
      },
    },
    {
      title: "a place in a text that is absent, which nobody needs",
      rule: `({ oldObject }) => { const isFirst = oldObject.spec?.name!.lastIndexOf("🦀") === 0; return oldObject.metadata.labels?.["q"] === "z"; }`,
      denies: ["no name"],
      says: { "no name": "Thing no-name cannot be evaluated: spec.name is absent" },
    },
    {
      title: "a place in a text that was put together",
      rule: `({ oldObject }) => ${names}.reduce((all, name) => all + name, "").lastIndexOf("🦀") === -1 && oldObject.spec?.name === "a"`,
      denies: ["plain", "many labels"],
    },
    {
      title: "what a pattern finds in a text that a loop has chosen",
      rule: `({ oldObject }) => { let x = "a"; for (const name of ${names}) { if (name === "b") x = "at"; } return x.search(/t|x/u) > 0; }`,
      denies: ["plain", "many labels"],
    },
    {
      title: "elements of a set are worked out before what it is asked for",
      rule: `({ oldObject }) => new Set(["a", String(oldObject.spec?.limit)]).has(${names}[0]!.trim())`,
      denies: everything,
      says: {
        "no name":
          "Thing no-name cannot be evaluated: String() of a number that is neither whole, with up to 15 digits, nor a fraction from 0.0001 to 1000000",
      },
    },
    {
      title: "all elements of a set are worked out, also behind the one that is found",
      rule: `({ oldObject }) => new Set(["b"]).add(oldObject.spec?.name!.trim() || "y").add("z").has(oldObject.metadata.labels?.["q"] ?? "b")`,
      denies: everything,
      says: { "no name": "Thing no-name cannot be evaluated: spec.name is absent" },
    },
    {
      title: "the right side of || behind a key that every object inherits, and that of ===",
      before: `const table: Readonly<Record<string, string>> = { a: "x", b: "" };`,
      rule: `({ oldObject }) => (table[oldObject.metadata.labels?.["key"] ?? "a"] || String(BigInt(oldObject.spec?.name ?? "7"))) === "7" || table[oldObject.metadata.labels?.["key"] ?? "a"] === String(BigInt(oldObject.metadata.annotations?.["n"] ?? "7"))`,
      denies: ["an inherited key and no number"],
      says: {
        "an inherited key and no number":
          "Thing an-inherited-key-and-no-number cannot be evaluated: a text that BigInt reads is no whole decimal number",
      },
    },
    {
      title: "a choice between null and undefined is made before it is compared",
      rule: `({ oldObject }) => oldObject.spec?.limit === (oldObject.spec?.name!.length === 1 ? null : undefined)`,
      denies: ["many labels, nothing else", "no name", "nothing"],
      says: { "no name": "Thing no-name cannot be evaluated: spec.name is absent" },
    },
    {
      title: "and before anybody asks with == whether there is anything",
      rule: `({ oldObject }) => (oldObject.spec?.name!.length === 1 ? null : undefined) != null`,
      denies: ["no name"],
      says: { "no name": "Thing no-name cannot be evaluated: spec.name is absent" },
    },
    {
      title: "the right side of || behind a key, before what it is compared with",
      before: `const table: Readonly<Record<string, string>> = { a: "x", b: "" };`,
      rule: `({ oldObject }) => (table[oldObject.metadata.labels?.["key"] ?? "b"] || String(BigInt(oldObject.spec?.name ?? "y"))) === String(oldObject.spec?.limit)`,
      denies: ["plain", "many labels", "many labels, nothing else", "no name", "nothing"],
      says: {
        "many labels": "Thing many-labels cannot be evaluated: a text that BigInt reads is no whole decimal number",
        "no name": "Thing no-name cannot be evaluated: a text that BigInt reads is no whole decimal number",
      },
    },
    {
      title: "number() of a constant that is none, in one of two branches",
      rule: `({ oldObject }) => (number(${isNamed}) ?? 7) === 7`,
      denies: everything,
    },
    {
      title: "duration() and timestamp() of a constant that is neither, in one of two branches",
      rule: `({ oldObject }) => duration(${isNamed})?.equals(duration("90m")) === true || timestamp(${isNamed})?.isBefore(timestamp("2026-01-01T00:00:00Z")) === true`,
      denies: [],
    },
  ],
};

const tooMany = "Thing many cannot be judged: more than 2000 entries in a list or map; remove some";

/** A list that is too long, and an argument that cannot be read: which of the two is said first. */
export const receiversBefore: Family = {
  title: "what is called before its arguments",
  type,
  requests: {
    plain: { stored: { spec: { name: "7", names: ["7"] } } },
    many: { stored: { spec: { name: "x", names: Array.from({ length: 2001 }, (_, at) => `n${at}`) } } },
  },
  cases: [
    {
      title: "a list that was filtered",
      rule: `({ oldObject }) => ${names}.filter((name) => name !== "q").includes(String(BigInt(oldObject.spec?.name ?? "7")))`,
      denies: ["plain", "many"],
      says: { many: tooMany },
    },
    {
      title: "a position, before the elements among which it is",
      rule: `({ oldObject }) => oldObject.spec?.names?.[oldObject.spec!.numbers!.length] === "7" || oldObject.spec?.names![oldObject.spec!.numbers!.length] === "7"`,
      denies: ["plain", "many"],
    },
    {
      title: "a copy that nobody reads",
      rule: `({ oldObject }) => { const copy = Array.from(${names}); return oldObject.spec?.name === "7"; }`,
      denies: ["plain", "many"],
      says: { many: tooMany },
    },
    {
      title: "a list of which nothing is left",
      rule: `({ oldObject }) => [String(BigInt(oldObject.spec?.name ?? "7"))].slice(1).length === 1`,
      denies: ["many"],
    },
    {
      title: "the same, which nobody reads, or which is joined with another",
      rule: `({ oldObject }) => { const none = ["a", String(BigInt(oldObject.spec?.name ?? "7"))].slice(1).slice(0, -1); return [...none, "c"].includes("d"); }`,
      denies: ["many"],
    },
    {
      title: "what is not among the elements",
      rule: `({ oldObject }) => ["a", String(BigInt(oldObject.spec?.name ?? "7"))].slice(2)[0] === "b" || ["a", String(BigInt(oldObject.spec?.name ?? "7"))][5] === "b"`,
      denies: ["many"],
    },
    {
      title: "what reduce begins with, before the elements",
      rule: `({ oldObject }) => ${names}.reduce((all, name) => all + name, String(BigInt(oldObject.spec?.name ?? "7"))) === "77"`,
      denies: ["plain", "many"],
      says: { many: "Thing many cannot be evaluated: a text that BigInt reads is no whole decimal number" },
    },
    {
      title: "arguments of concat, before anything is copied",
      rule: `({ oldObject }) => ${names}.concat(String(BigInt(oldObject.spec?.name ?? "7"))).includes("77")`,
      denies: ["many"],
      says: { many: "Thing many cannot be evaluated: a text that BigInt reads is no whole decimal number" },
    },
    {
      title: "and behind what makes the list",
      rule: `({ oldObject }) => ${names}.filter((name) => name !== "q").reduce((all, name) => all + name, String(BigInt(oldObject.spec?.name ?? "7"))) === "77"`,
      denies: ["plain", "many"],
      says: { many: tooMany },
    },
    {
      title: "lists of each element",
      rule: `({ oldObject }) => ${names}.filter((name) => name !== "q").flatMap((name) => [name, "z"]).includes(String(BigInt(oldObject.spec?.name ?? "7")))`,
      denies: ["plain", "many"],
      says: { many: tooMany },
    },
  ],
};

/** With positions, which Kubernetes 1.33 and newer have. */
export const placesBefore: Family = {
  title: "what has been evaluated before a place is looked for",
  type,
  kube: 33,
  requests: {
    plain: { stored: { metadata: { labels: { q: "b" } }, spec: { names: ["a", "b"] } } },
    "many labels, nothing else": { stored: { metadata: { labels } } },
    nothing: { stored: {} },
  },
  cases: [
    {
      title: "what takes the place of an element",
      rule: `({ oldObject }) => ${names}.slice(0, 2).with(0, ${sortedLabels} === "q" ? "y" : "x").some((name) => name === "y")`,
      denies: ["plain", "many labels, nothing else", "nothing"],
      says: {
        "many labels, nothing else":
          "Thing many-labels-nothing-else cannot be judged: more than 2000 entries in a list or map, or 10 keys to name; remove some",
      },
    },
  ],
};
