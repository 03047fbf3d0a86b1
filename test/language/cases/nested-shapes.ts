import type { Family } from "../language-case.ts";

const requests = {
  "well formed": {
    stored: {
      spec: {
        records: [{ tags: ["a"], counts: [1] }, { tags: ["b"] }],
        matrix: [["a"], ["b", "a"]],
        cube: [[["a"]]],
        mixed: ["a", ["b"]],
        choices: { a: "a", b: ["b"] },
        table: { a: ["a"], b: ["b", "a"] },
        tables: { a: { a: "a" }, b: { b: "a" } },
        levels: [1, "a"],
      },
    },
  },
  "an empty list among them": {
    stored: {
      spec: { records: [{ tags: [] }], matrix: [[]], cube: [[[]]], mixed: [[]], table: { a: [] }, tables: { a: {} }, levels: [] },
    },
  },
  "text, then an empty list": { stored: { spec: { mixed: ["a", []] } } },
  "nulls inside": {
    stored: {
      spec: {
        records: [{ tags: [null, "K"], counts: [null, 1] }],
        matrix: [[null, "K"]],
        cube: [[[null, "K"]], [null]],
        mixed: [[null, "a"], null],
        table: { a: [null, "K"] },
        tables: { a: { a: null, b: "a" } },
        levels: [null, "a"],
      },
    },
  },
  "other types inside": {
    stored: {
      spec: {
        records: [{ tags: [7, "a", {}] }, "text", { tags: "ab" }],
        matrix: [[7, "a"], "ab", { a: "b" }, null],
        cube: [[["a", 7], "ab"], "abc", 7],
        mixed: [7, { a: 1 }, [7, "a"], "b"],
        choices: { a: 7, b: ["b", 7, "a"], c: { a: "a" } },
        table: { a: [7, "a"], b: "a".repeat(150), c: 7, d: null, e: { a: "a" } },
        tables: { a: { a: 7, b: "a" }, b: "a".repeat(150), c: ["a"], d: 7 },
        levels: [true, ["a"], 2],
      },
    },
  },
  "collections of other types": {
    stored: {
      spec: { records: { tags: [] }, matrix: "ab", cube: { a: [] }, mixed: "a", table: [["a"]], tables: ["a"], levels: {} },
    },
  },
  "a long list inside": {
    stored: {
      spec: {
        records: [{ tags: Array.from({ length: 101 }, () => "a") }],
        matrix: [Array.from({ length: 101 }, () => "a")],
        mixed: [Array.from({ length: 101 }, () => "a")],
        choices: { a: "a".repeat(150), b: Array.from({ length: 101 }, () => "b") },
        table: { a: Array.from({ length: 101 }, () => "a") },
        tables: { a: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, "a"])) },
      },
    },
  },
  bare: { stored: {} },
} as const;

/** Lists and maps inside lists and maps: what is read there may have any type, at every depth. */
export const nestedShapes: Family = {
  title: "lists and maps inside of lists and maps",
  type: `spec?: {
    records?: readonly { tags?: readonly string[]; counts?: readonly number[] }[];
    matrix?: readonly (readonly string[])[];
    cube?: readonly (readonly (readonly string[])[])[];
    mixed?: readonly (string | readonly string[])[];
    table?: Readonly<Record<string, readonly string[]>>;
    tables?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    levels?: readonly (number | string)[];
    choices?: Readonly<Record<string, string | readonly string[]>>;
  }`,
  requests,
  cases: [
    {
      title: "the first of a list in each record",
      rule: `({ oldObject }) => (oldObject.spec?.records ?? []).map((r) => r.tags?.[0] ?? "none").every((tag) => tag === "K" || tag === "a")`,
      denies: ["text, then an empty list", "nulls inside", "collections of other types", "a long list inside", "bare"],
    },
    {
      title: "the last of either, which are the same list, before each is iterated over with its own",
      rule: `({ oldObject }) => {
        const last = (oldObject.spec?.levels === undefined ? (oldObject.spec?.matrix ?? []) : (oldObject.spec?.matrix ?? [])).at(-1);
        if (oldObject.metadata.labels?.["a"] === undefined) return last?.[0] === "K";
        return (oldObject.spec?.matrix ?? []).some((r) => r.some((text) => text === "K"));
      }`,
      denies: ["nulls inside", "a long list inside"],
    },
    {
      title: "the last of what was made or is stored, before each is iterated over with its own",
      rule: `({ oldObject }) => {
        const made = oldObject.spec?.levels !== undefined;
        const last = (made ? (oldObject.spec?.matrix ?? []).map((r) => r.filter((text) => text !== "a")) : (oldObject.spec?.matrix ?? [])).at(-1);
        return last?.[0] === "K";
      }`,
      denies: ["nulls inside", "a long list inside"],
    },
    {
      title: "a list of one of two records, before it is iterated over with another",
      rule: `({ oldObject }) => {
        const spec = oldObject.metadata.labels?.["a"] === "z" ? oldObject.spec : oldObject.spec;
        if (spec?.matrix?.at(-1)?.[0] === "K") return true;
        if (oldObject.metadata.labels?.["a"] === undefined) return false;
        return (oldObject.spec?.matrix ?? []).some((r) => r.some((text) => text === "K"));
      }`,
      denies: ["nulls inside", "a long list inside"],
    },
    {
      title: "a mapped inner length",
      rule: `({ oldObject }) => (oldObject.spec?.matrix ?? []).map((r) => r.length).some((length) => length === 2)`,
      denies: ["well formed", "a long list inside"],
    },
    {
      title: "the first of each inner list",
      rule: `({ oldObject }) => (oldObject.spec?.matrix ?? []).map((r) => r[0] ?? "").includes("K")`,
      denies: ["nulls inside", "a long list inside"],
    },
    {
      title: "inner lists of a filtered list",
      rule: `({ oldObject }) => (oldObject.spec?.matrix ?? []).filter((r) => r.length > 0).every((r) => r.length === 1)`,
      denies: [
        "an empty list among them",
        "text, then an empty list",
        "nulls inside",
        "other types inside",
        "collections of other types",
        "a long list inside",
        "bare",
      ],
    },
    {
      title: "inner lists of a part of a list",
      rule: `({ oldObject }) => (oldObject.spec?.matrix ?? []).slice(0, 2).some((r) => r.length === 1)`,
      denies: ["well formed", "nulls inside", "other types inside", "a long list inside"],
    },
    {
      title: "text or the first of a list, with a default",
      rule: `({ oldObject }) => (oldObject.spec?.mixed ?? []).map((h) => (Array.isArray(h) ? (h[0] ?? "none") : h)).some((n) => n === "none")`,
      denies: ["an empty list among them", "text, then an empty list", "a long list inside"],
    },
    {
      title: "text or the first of a list, element by element",
      rule: `({ oldObject }) => (oldObject.spec?.mixed ?? []).some((h) => (Array.isArray(h) ? h[0] : h) === undefined)`,
      denies: ["an empty list among them", "text, then an empty list", "a long list inside"],
    },
    {
      title: "the length of a list among others",
      rule: `({ oldObject }) => (oldObject.spec?.mixed ?? []).some((h) => { if (!Array.isArray(h)) return false; return h[0]?.startsWith("a") ?? true; })`,
      denies: [
        "an empty list among them",
        "text, then an empty list",
        "nulls inside",
        "other types inside",
        "a long list inside",
      ],
    },
    {
      title: "values of a map of lists",
      rule: `({ oldObject }) => Object.values(oldObject.spec?.table ?? {}).some((l) => l.includes("a"))`,
      denies: ["well formed", "other types inside", "a long list inside"],
    },
    {
      title: "entries of a map of lists",
      rule: `({ oldObject }) => Object.entries(oldObject.spec?.table ?? {}).every(([key, l]) => key === "c" || l.includes("a"))`,
      denies: [
        "well formed",
        "text, then an empty list",
        "other types inside",
        "collections of other types",
        "a long list inside",
        "bare",
      ],
    },
    {
      title: "values of a map of maps",
      rule: `({ oldObject }) => Object.values(oldObject.spec?.tables ?? {}).some((m) => m["b"] === "a")`,
      denies: ["well formed", "nulls inside", "other types inside"],
    },
    {
      title: "keys of a map of maps",
      rule: `({ oldObject }) => Object.values(oldObject.spec?.tables ?? {}).some((m) => Object.keys(m).length > 1)`,
      denies: ["a long list inside"],
    },
    {
      title: "values of a map of texts and lists",
      rule: `({ oldObject }) => Object.values(oldObject.spec?.choices ?? {}).some((one) => typeof one !== "string" && one.includes("a"))`,
      denies: ["other types inside", "a long list inside"],
    },
    {
      title: "a number or text in a list",
      rule: `({ oldObject }) => (oldObject.spec?.levels ?? []).some((level) => (typeof level === "string" ? level === "a" : level > 1))`,
      denies: ["well formed", "nulls inside", "other types inside"],
    },
  ],
};
