import { nestedLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const items = (count: number, tags: readonly unknown[]): readonly unknown[] =>
  Array.from({ length: count }, (_, at) => ({ name: `n${at}`, tags }));
const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `t${at}`);

const requests = {
  some: {
    stored: {
      metadata: { finalizers: ["a/x", "b/y"], labels: { a: "1", n1: "2" } },
      spec: {
        items: [
          { name: "a", tags: ["x", "y"], marks: { on: "a" } },
          { name: "b", tags: ["z"], marks: { off: "b" } },
        ],
        names: ["a", "b", "c"],
        groups: { one: ["x"], two: ["y", "z"] },
      },
    },
  },
  malformed: {
    stored: {
      spec: {
        items: ["a", { name: "c", tags: "x" }, ["y"], null, { tags: [1, "z"], marks: ["on"] }],
        names: [1, "c"],
        groups: { one: "x", two: [2, "z"] },
      },
    },
  },
  "at the limit": { stored: { spec: { items: items(nestedLimit, texts(nestedLimit)), names: texts(nestedLimit) } } },
  "one item too many": { stored: { spec: { items: items(nestedLimit + 1, ["x"]), names: texts(3) } } },
  "one tag too many": {
    stored: { spec: { items: [{ name: "a", tags: ["x"] }, ...items(1, texts(nestedLimit + 1))], names: texts(3) } },
  },
  "one name too many": { stored: { spec: { items: items(2, ["x"]), names: texts(nestedLimit + 1) } } },
  "too many, of another type": {
    stored: {
      spec: { items: [{ name: "a", tags: Object.fromEntries(texts(nestedLimit + 1).map((key) => [key, key])) }], names: ["a"] },
    },
  },
  "too many names, and no items": { stored: { spec: { names: texts(nestedLimit + 1) } } },
  "too many names, and an empty list": { stored: { spec: { items: [], names: texts(nestedLimit + 1) } } },
  bare: { stored: {} },
} as const;

const rule = "({ oldObject: { spec, metadata } })";
const tooMany = "cannot be judged: more than 2000 entries in a list or map (100 inside another); remove some";

export const nested: Family = {
  title: "iterations inside iterations",
  type: "spec?: { items?: { name?: string; tags?: string[]; marks?: Record<string, string> }[]; names?: string[]; groups?: Record<string, string[]> }",
  requests,
  cases: [
    {
      title: "some of some",
      rule: `${rule} => (spec?.items ?? []).some((item) => (item.tags ?? []).some((tag) => tag === "z"))`,
      denies: ["some", "malformed", "one item too many", "one tag too many"],
      says: { "one tag too many": `Thing one-tag-too-many ${tooMany}` },
    },
    {
      title: "inside another one a list is limited as it is elsewhere in the rule",
      rule: `${rule} => (spec?.names ?? []).some((name) => (spec?.items ?? []).some((item) => item.name === "n0" && name === "t0")) || (spec?.items ?? []).some((item) => (item.tags ?? []).includes("z"))`,
      denies: [
        "some",
        "malformed",
        "at the limit",
        "one item too many",
        "one tag too many",
        "one name too many",
        "too many names, and no items",
        "too many names, and an empty list",
      ],
      says: { "one tag too many": `Thing one-tag-too-many ${tooMany}` },
    },
    {
      title: "what is found first does not count",
      rule: `${rule} => !(spec?.items ?? []).some((item) => item.name === "a" || (item.tags ?? []).some((tag) => tag === "none"))`,
      denies: [
        "malformed",
        "at the limit",
        "one item too many",
        "one tag too many",
        "one name too many",
        "too many names, and no items",
        "too many names, and an empty list",
        "bare",
      ],
      says: { "one tag too many": `Thing one-tag-too-many ${tooMany}` },
    },
    {
      title: "in another list",
      rule: `${rule} => (spec?.items ?? []).every((item) => item.name !== undefined && (spec?.names ?? []).includes(item.name))`,
      denies: [
        "some",
        "one item too many",
        "one name too many",
        "too many, of another type",
        "too many names, and no items",
        "too many names, and an empty list",
        "bare",
      ],
    },
    {
      title: "an iteration that is not reached",
      rule: `${rule} => metadata.name === "none" && (spec?.items ?? []).some((item) => (item.tags ?? []).includes("x"))`,
      denies: [],
    },
    {
      title: "keys inside",
      rule: `${rule} => (spec?.items ?? []).some((item) => Object.keys(item.marks ?? {}).includes("on"))`,
      denies: ["some", "one item too many"],
    },
    {
      title: "entries outside",
      rule: `${rule} => Object.entries(spec?.groups ?? {}).some(([key, group]) => key === "two" && group.includes("z"))`,
      denies: ["some", "malformed"],
    },
    {
      title: "values outside, by position",
      rule: `${rule} => Object.values(spec?.groups ?? {}).some((group) => group[0] === "z" || group[0] === "x")`,
      denies: ["some", "malformed"],
    },
    {
      title: "filtered and counted",
      rule: `${rule} => (spec?.items ?? []).filter((item) => (item.tags ?? []).length > 1).length === 1`,
      denies: ["some", "one item too many", "one tag too many"],
    },
    {
      title: "a filtered list iterated again",
      rule: `${rule} => (spec?.items ?? []).filter((item) => item.name !== "b").some((item) => (item.tags ?? []).includes("y"))`,
      denies: ["some", "one item too many", "one tag too many"],
    },
    {
      title: "iterated before",
      rule: `${rule} => { const isNamed = (spec?.names ?? []).includes("t1"); return (spec?.items ?? []).some((item) => isNamed && item.name === "n0"); }`,
      denies: ["at the limit", "one item too many", "one tag too many", "one name too many"],
    },
    {
      title: "a position in a list whose elements are iterated over inside later",
      rule: `${rule} => (spec?.items ?? [])[0]?.name === "a" || (spec?.items ?? []).some((item) => (item.tags ?? []).includes("z"))`,
      denies: ["some", "malformed", "one item too many", "one tag too many", "too many, of another type"],
    },
    {
      title: "a constant that iterates inside an iteration, asked inside another iteration",
      rule: `${rule} => { const has = (spec?.items ?? []).some((item) => (item.tags ?? []).includes("z")); return (spec?.names ?? []).every((name) => has || name === ""); }`,
      denies: ["some", "malformed", "one item too many", "one tag too many", "bare"],
    },
    {
      title: "the same list, with and without",
      rule: `${rule} => (spec?.items ?? []).some((item) => item.name === "n100") || (spec?.items ?? []).some((item) => (item.tags ?? []).includes("y"))`,
      denies: ["some", "one item too many", "one tag too many"],
    },
  ],
};
