import type { Family } from "../language-case.ts";

const many = Array.from({ length: 2_001 }, (_, at) => `zone-${at}`);

const requests = {
  full: {
    stored: {
      metadata: { labels: { tier: "gold" }, finalizers: ["a", "b"] },
      spec: { replicas: 3, zones: ["x", 7, "y"], inner: { name: "n" } },
    },
  },
  empty: { stored: { spec: {} } },
  bare: { stored: {} },
  nulls: { stored: { spec: { replicas: null, zones: null, inner: null } } },
  "other types": { stored: { spec: { replicas: "3", zones: { 0: "x" }, inner: ["n"] } } },
  "spec text": { stored: { spec: "3" } },
  "too many zones": { stored: { spec: { replicas: 1, zones: many } } },
} as const;

const all = Object.keys(requests);
const without = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const destructuring: Family = {
  title: "destructuring, keys and modules",
  type: "spec?: { replicas?: number; zones?: string[]; inner?: { name?: string } }",
  requests,
  cases: [
    {
      title: "defaults of a pattern stand in for what is absent",
      rule: "({ oldObject }) => { const { spec: { replicas = 1 } = {} } = oldObject; return replicas === 1; }",
      cel: "variables.replicas != 1",
      denies: without("full"),
    },
    {
      title: "a default of a parameter's pattern",
      rule: `({ oldObject: { metadata: { labels = {} }, spec: { inner: { name = "none" } = {} } = {} } }) => labels["tier"] === "gold" && name === "n" || name === "none"`,
      denies: all,
    },
    {
      title: "a record, or an object of the policy",
      rule: `({ oldObject }) => { const { zones, replicas = 2 } = oldObject.spec ?? { zones: ["none"] }; return zones?.includes("none") ? replicas === 2 : zones?.includes("y") && replicas === 3; }`,
      denies: ["full", "bare", "spec text", "too many zones"],
    },
    {
      title: "a field of a record, or of an object of the policy",
      rule: `({ oldObject }) => (oldObject.spec?.inner || { name: "none" }).name !== undefined && (oldObject.spec ?? { replicas: 5 }).replicas !== 1`,
      denies: ["full", "empty", "bare", "nulls", "other types", "spec text"],
    },
    {
      title: "a default that is taken from a name before",
      rule: `({ oldObject: { metadata: { name, labels: { tier = name } = {} } } }) => tier === "gold" || tier === "bare"`,
      denies: ["full", "bare"],
    },
    {
      title: "a key of the policy's in a pattern",
      before: `const TIER = "tier";`,
      rule: `({ oldObject }) => { const { [TIER]: tier = "none", "x": x } = oldObject.metadata.labels ?? record({}); return tier === "gold" && x === undefined; }`,
      denies: ["full"],
    },
    {
      title: "the first elements of a stored list",
      rule: `({ oldObject }) => { const [first, second = "none"] = oldObject.metadata.finalizers ?? []; return first === "a" && second === "b" || first === undefined && second === "none"; }`,
      denies: all,
    },
    {
      title: "naming the elements of a list iterates over it",
      rule: `({ oldObject }) => { const [, second] = oldObject.spec?.zones ?? []; return second === "y"; }`,
      denies: ["full", "too many zones"],
    },
    {
      title: "naming elements that are not used iterates over the list",
      rule: `({ oldObject }) => { const { spec: { zones: [first] = ["none"] } = {} } = oldObject; return first !== first || oldObject.spec?.replicas === 3; }`,
      denies: ["full", "too many zones"],
    },
    {
      title: "a default that iterates, where it is needed",
      rule: `({ oldObject }) => { const { inner: { name = (oldObject.spec?.zones ?? []).join("") } = {} } = oldObject.spec ?? {}; return name === name && oldObject.spec?.replicas === 3; }`,
      denies: ["full", "too many zones"],
    },
    {
      title: "the rest of what the policy holds",
      before: `const { keep, ...others } = { keep: "a", hold: "b", lock: "c" }; const [head, ...tail] = ["x", "y", "z"]; const count = (...texts: readonly string[]): number => texts.length;`,
      rule: `({ oldObject }) => keep === "a" && Object.keys(others).join() === "hold,lock" && !("keep" in others) && head === "x" && tail.includes("z") && count("a", ...tail) === 3 && count() === 0 && oldObject.spec !== undefined`,
      denies: ["full", "empty", "nulls", "other types", "too many zones"],
    },
    {
      title: "keys of one of two objects",
      rule: `({ oldObject }) => { const one = oldObject.spec?.replicas === 3 ? { a: 1 } : { b: 2 }; const { a: _, ...rest } = { a: 0, ...one }; return "a" in one && Object.hasOwn(one, "a") || "b" in rest; }`,
      denies: all,
    },
    {
      title: "one of two objects, there or not",
      rule: `({ oldObject }) => "a" in (oldObject.spec?.replicas === 3 ? { a: 1 } : { b: 2 })`,
      denies: ["full"],
    },
    {
      title: "a spread that is there sometimes",
      rule: `({ oldObject }) => { const one = { a: "no", ...(oldObject.spec?.replicas === 3 ? { a: "yes" } : {}) }; return one.a === "no" || "b" in one; }`,
      denies: without("full"),
    },
    {
      title: "fields that are there",
      rule: `({ oldObject }) => "spec" in oldObject && Object.hasOwn(oldObject.spec ?? {}, "zones") && !("replicas" in (oldObject.spec ?? {})) || "inner" in (oldObject.spec ?? {})`,
      denies: ["full"],
    },
    {
      title: "Object.hasOwn sees no inherited keys",
      before: `const plain = { a: 1 }; const table = record({ a: 1 });`,
      rule: `({ oldObject: { metadata } }) => Object.hasOwn(metadata.labels ?? {}, "tier") && !Object.hasOwn(metadata.labels ?? {}, "toString") && !Object.hasOwn(plain, "toString") && Object.hasOwn(plain, "a") && Object.hasOwn(table, "a") && !Object.hasOwn(plain, metadata.name)`,
      denies: ["full"],
    },
    {
      title: "Object.hasOwn with a key of the cluster's",
      rule: `({ oldObject: { metadata } }) => Object.hasOwn({ full: 1, bare: 2 }, metadata.name) || Object.hasOwn(metadata.labels ?? {}, metadata.name)`,
      cel: "!(oldObject.metadata.name in ['full', 'bare']) && !(oldObject.metadata.name in oldObject.metadata.?labels.orValue({}))",
      denies: ["full", "bare"],
    },
    {
      title: "modules as a whole, and what they pass on",
      modules: {
        "destructuring-marks.ts": `export const TIER = "tier";\nexport const { gold, ...others } = { gold: "gold", silver: "silver" };\nexport function isGold(text: string | undefined): boolean { return text === gold; }\n`,
        "destructuring-all.ts": `export { TIER as KEY } from "./destructuring-marks.ts";\nexport * from "./destructuring-marks.ts";\nexport * as marks from "./destructuring-marks.ts";\nexport { record as table } from "holdfast";\nexport type { Labels } from "holdfast";\n`,
      },
      before: `import * as all from "./destructuring-all.ts"; import { marks, others } from "./destructuring-all.ts"; import * as holdfast from "holdfast";`,
      rule: `({ oldObject }) => { const { KEY } = all; return all.isGold(oldObject.metadata.labels?.[KEY]) && all["TIER"] === marks.TIER && marks.gold === "gold" && all.marks.TIER === KEY && others.silver === "silver" && all.table({ a: 1 })["a"] === 1 && holdfast.record({ b: 2 })["b"] === 2; }`,
      cel: "oldObject.metadata.?labels[?'tier'].orValue('') != 'gold'",
      denies: ["full"],
    },
  ],
};
