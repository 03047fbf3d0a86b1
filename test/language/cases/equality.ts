import type { Family } from "../language-case.ts";

const requests = {
  alike: { stored: { metadata: { labels: { a: "x", b: "x" } }, spec: { a: "x", b: "x", n: 1, m: 1, on: true, off: true } } },
  different: { stored: { metadata: { labels: { a: "x", b: "y" } }, spec: { a: "x", b: "y", n: 1, m: 2, on: true, off: false } } },
  "one absent": { stored: { metadata: { labels: { a: "x" } }, spec: { a: "x", n: 1, on: true } } },
  "other absent": { stored: { metadata: { labels: { b: "x" } }, spec: { b: "x", m: 0, off: false } } },
  empty: { stored: { metadata: { labels: { a: "", b: "" } }, spec: { a: "", b: "", n: 0, m: 0, on: false, off: false } } },
  "empty and absent": { stored: { metadata: { labels: { a: "" } }, spec: { a: "", n: 0, on: false } } },
  "all absent": { stored: {} },
  nulls: { stored: { spec: { a: null, b: null, n: null, m: null, on: null, off: null } } },
  "other types": { stored: { spec: { a: 1, b: true, n: "1", m: [1], on: "true", off: 0 } } },
  "lists and maps": { stored: { spec: { a: ["x"], b: { x: 1 }, n: {}, m: [], on: [], off: {} } } },
  doubles: { stored: { spec: { n: 1.5, m: 1.5 } } },
  "int and double": { stored: { spec: { n: 1, m: 1.0000000001 } } },
  "huge numbers": { stored: { spec: { n: 9007199254740991, m: 1e300 } } },
  "spec list": { stored: { spec: [] } },
} as const;

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));
const absentA = [
  "other absent",
  "all absent",
  "nulls",
  "other types",
  "lists and maps",
  "doubles",
  "int and double",
  "huge numbers",
  "spec list",
];

export const equality: Family = {
  title: "=== and !==",
  type: "spec?: { a?: string; b?: string; n?: number; m?: number; on?: boolean; off?: boolean }",
  requests,
  cases: [
    {
      title: "text with a literal",
      rule: `({ oldObject }) => oldObject.spec?.a === "x"`,
      denies: ["alike", "different", "one absent"],
    },
    {
      title: "text with the empty literal",
      rule: `({ oldObject }) => oldObject.spec?.a === ""`,
      denies: ["empty", "empty and absent"],
    },
    { title: "not a literal", rule: `({ oldObject }) => oldObject.spec?.a !== ""`, denies: but("empty", "empty and absent") },
    {
      title: "literal first",
      rule: `({ oldObject }) => "x" !== oldObject.spec?.a`,
      denies: but("alike", "different", "one absent"),
    },
    { title: "undefined", rule: `({ oldObject }) => oldObject.spec?.a === undefined`, denies: absentA },
    { title: "undefined first, not", rule: `({ oldObject }) => undefined !== oldObject.spec?.a`, denies: but(...absentA) },
    {
      title: "two that may be absent",
      rule: `({ oldObject: { metadata } }) => metadata.labels?.["a"] === metadata.labels?.["b"]`,
      denies: all.filter((name) => !["different", "one absent", "other absent", "empty and absent"].includes(name)),
    },
    {
      title: "two of a custom resource",
      rule: `({ oldObject: { spec } }) => spec?.a === spec?.b`,
      denies: but("different", "one absent", "other absent", "empty and absent"),
    },
    {
      title: "two of a custom resource, not",
      rule: `({ oldObject: { spec } }) => spec?.a !== spec?.b`,
      denies: ["different", "one absent", "other absent", "empty and absent"],
    },
    {
      title: "with something that is always there",
      rule: `({ oldObject, request }) => oldObject.spec?.a === request.operation || request.operation !== oldObject.spec?.b`,
      denies: all,
    },
    {
      title: "numbers with a literal",
      rule: `({ oldObject }) => oldObject.spec?.n === 1`,
      denies: ["alike", "different", "one absent", "int and double"],
    },
    {
      title: "numbers with zero",
      rule: `({ oldObject }) => oldObject.spec?.n === 0 || oldObject.spec?.n === -0`,
      denies: ["empty", "empty and absent"],
    },
    { title: "numbers with a fraction", rule: `({ oldObject }) => oldObject.spec?.n === 1.5`, denies: ["doubles"] },
    {
      title: "numbers with the largest safe literal",
      rule: `({ oldObject }) => oldObject.spec?.n === 9007199254740991`,
      denies: ["huge numbers"],
    },
    {
      title: "two numbers",
      rule: `({ oldObject: { spec } }) => spec?.n === spec?.m`,
      denies: ["alike", "empty", "all absent", "nulls", "other types", "lists and maps", "doubles", "spec list"],
    },
    { title: "true", rule: `({ oldObject }) => oldObject.spec?.on === true`, denies: ["alike", "different", "one absent"] },
    { title: "false", rule: `({ oldObject }) => oldObject.spec?.on === false`, denies: ["empty", "empty and absent"] },
    {
      title: "not true",
      rule: `({ oldObject }) => oldObject.spec?.on !== true`,
      denies: but("alike", "different", "one absent"),
    },
    {
      title: "two booleans",
      rule: `({ oldObject: { spec } }) => spec?.on === spec?.off`,
      denies: but("different", "one absent", "other absent", "empty and absent"),
    },
    {
      title: "a guarded boolean is true",
      rule: `({ oldObject }) => oldObject.spec?.a?.startsWith("x") === true`,
      denies: ["alike", "different", "one absent"],
    },
    {
      title: "a guarded boolean is false",
      rule: `({ oldObject }) => oldObject.spec?.a?.startsWith("x") === false`,
      denies: ["empty", "empty and absent"],
    },
    {
      title: "a guarded boolean is not false",
      rule: `({ oldObject }) => oldObject.spec?.a?.startsWith("x") !== false`,
      denies: but("empty", "empty and absent"),
    },
    {
      title: "a guarded boolean is absent",
      rule: `({ oldObject }) => oldObject.spec?.a?.startsWith("x") === undefined`,
      denies: absentA,
    },
    {
      title: "two guarded booleans",
      rule: `({ oldObject: { spec } }) => spec?.a?.startsWith("x") === spec?.b?.startsWith("x")`,
      denies: but("different", "one absent", "other absent", "empty and absent"),
    },
    {
      title: "a guarded and an absent boolean",
      rule: `({ oldObject: { spec } }) => spec?.a?.startsWith("x") === spec?.on`,
      denies: all,
    },
    {
      title: "comparisons of comparisons",
      rule: `({ oldObject: { spec } }) => (spec?.a === "x") === (spec?.n === 1)`,
      denies: but("int and double"),
    },
  ],
};
