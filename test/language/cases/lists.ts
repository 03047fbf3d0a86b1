import type { Family } from "../language-case.ts";

const requests = {
  full: {
    stored: {
      metadata: { finalizers: ["a/x", "b/y", "c/z"], labels: { a: "1", b: "2" }, annotations: { one: "x", two: "y" } },
      spec: {
        names: ["one", "two", "three"],
        sizes: [1, 2.5, 3],
        at: 1,
        items: [{ name: "first", size: 1 }, { name: "second", size: 2, tags: ["t"] }, { size: 3 }],
        groups: { a: ["one"], b: ["two", "three"] },
      },
    },
  },
  mixed: {
    stored: {
      spec: {
        names: [1, "two", null, "three", { a: 1 }, ["x"], "one"],
        sizes: ["1", 2, true, 7],
        at: "1",
        items: ["first", { name: 5, size: 2 }, ["x"], { name: "first", size: "2" }, null],
        groups: { a: "one", b: [1, "three"], c: null },
      },
    },
  },
  short: { stored: { spec: { names: ["two"], sizes: [2], items: [{}], groups: {} }, metadata: { labels: { a: "x" } } } },
  empty: { stored: { spec: { names: [], sizes: [], items: [], groups: {} } } },
  "wrong types": { stored: { spec: { names: "one", sizes: { a: 1 }, items: "x", groups: ["a"], at: null } } },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec, metadata }, request })";

export const lists: Family = {
  title: "positions, parts and sums of lists",
  type: "spec?: { names?: string[]; sizes?: number[]; at?: number; items?: { name?: string; size?: number; tags?: string[] }[]; groups?: Record<string, string[]> }",
  requests,
  cases: [
    { title: "the first of the server's", rule: `${spec} => metadata.finalizers?.[0] === "a/x"`, denies: ["full"] },
    { title: "the first of a custom resource's", rule: `${spec} => spec?.names?.[0] === "two"`, denies: ["mixed", "short"] },
    {
      // Not chosen, a list is as absent as one that is not stored: nothing is found in it.
      title: "positions in a list that is not chosen",
      rule: `${spec} => {
        const chosen = metadata.finalizers === undefined ? spec?.names : undefined;
        return chosen?.[0] === "two" || chosen?.at(-1) === "one" || chosen?.find((name) => name === "three") !== undefined;
      }`,
      denies: ["mixed", "short"],
    },
    {
      title: "a mapped list that may be absent",
      rule: `${spec} => spec?.names?.map((name) => name + "!")?.[0] === "two!"`,
      denies: ["mixed", "short"],
    },
    {
      title: "the second, which may be missing",
      rule: `${spec} => (spec?.names ?? [])[1] === undefined`,
      denies: ["short", "empty", "wrong types", "bare"],
    },
    {
      title: "at the end",
      rule: `${spec} => spec?.names?.at(-1) === "three" || spec?.names?.at(-1) === "one"`,
      denies: ["full", "mixed"],
    },
    {
      title: "further from the end than there is",
      rule: `${spec} => metadata.finalizers?.at(-3) === "a/x" && metadata.finalizers?.at(-4) === undefined`,
      denies: ["full"],
    },
    {
      title: "at a fraction",
      rule: `${spec} => metadata.finalizers?.at(1.9) === "b/y" && metadata.finalizers?.[1.9] === undefined && metadata.finalizers?.[-1] === undefined`,
      denies: ["full"],
    },
    {
      title: "at a calculated position",
      rule: `${spec} => (spec?.names ?? [])[(spec?.names ?? []).length - 1] === "three"`,
      denies: ["full"],
    },
    {
      title: "find",
      rule: `${spec} => (spec?.items ?? []).find((item) => item.size === 2)?.name === "second"`,
      denies: ["full"],
    },
    {
      title: "find, and what is found",
      rule: `${spec} => { const found = spec?.items?.find((item) => item.name === "first"); return found !== undefined && found.size === undefined; }`,
      denies: ["mixed"],
    },
    {
      title: "find text",
      rule: `${spec} => (spec?.names?.find((name) => name.startsWith("t")) ?? "none") === "two"`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "find in a list of the policy",
      before: `const NAMES = ["first", "second"] as const;`,
      rule: `${spec} => NAMES.find((name) => spec?.items?.some((item) => item.name === name) === true) === "first"`,
      denies: ["full", "mixed"],
    },
    {
      title: "find a constant",
      before: `const MODES = [{ name: "a", value: 1 }, { name: "b", value: 2 }];`,
      rule: `${spec} => spec?.names !== undefined && MODES.find((mode) => mode.name === "b")?.value === 2`,
      denies: ["full", "mixed", "short", "empty"],
    },
    { title: "indexOf", rule: `${spec} => (spec?.names ?? []).indexOf("two") === 0`, denies: ["mixed", "short"] },
    {
      title: "indexOf numbers",
      rule: `${spec} => (spec?.sizes ?? []).indexOf(2.5) === 1 || (spec?.sizes ?? []).indexOf(2) === 0`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "indexOf what may be absent",
      rule: `${spec} => spec?.names !== undefined && metadata.labels?.["a"] !== undefined && spec.names.indexOf(metadata.labels["a"]) === -1`,
      denies: ["full", "short"],
    },
    {
      title: "indexOf in a list of the policy",
      rule: `${spec} => ["a", "two", "one"].indexOf(spec?.names?.[0] ?? "") >= 1`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "a part",
      rule: `${spec} => (spec?.names ?? []).slice(1, 3).join("-") === "two-three" || (spec?.names ?? []).slice(0, 1).includes("two")`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "an empty part",
      rule: `${spec} => (spec?.names ?? []).slice(2, 1).length === 0 && (metadata.finalizers ?? []).slice(1, 2).some((one) => one === "b/y")`,
      denies: ["full"],
    },
    {
      title: "the parts of a name",
      rule: `${spec} => metadata.name.split("-").slice(0, 2).join("-") === "wrong-types"`,
      denies: ["wrong types"],
    },
    {
      title: "two lists one after the other",
      rule: `${spec} => [...(spec?.names ?? []), "more", ...(metadata.finalizers ?? [])].includes("b/y")`,
      denies: ["full"],
    },
    {
      title: "a length and a flag added to text",
      rule: `${spec} => "n" + (spec?.names ?? []).length + (metadata.name === "full") === "n3true"`,
      denies: ["full"],
    },
    {
      title: "two lists, counted",
      rule: `${spec} => [...(spec?.names ?? []), ...(metadata.finalizers ?? [])].length === 6 || (metadata.finalizers ?? []).concat(spec?.names ?? [], ["x"]).length === 2`,
      denies: ["full", "short"],
    },
    {
      title: "two lists, iterated",
      rule: `${spec} => (spec?.names ?? []).concat(["x/y"]).filter((name) => name.endsWith("y")).length === 1 && [metadata.name, ...(spec?.names ?? [])].every((name) => name !== "empty" && name !== "bare")`,
      denies: ["full", "mixed", "short", "wrong types"],
    },
    {
      title: "two lists of numbers",
      rule: `${spec} => [1.5, ...(spec?.sizes ?? [])].some((size) => size === 2.5) && [(spec?.sizes ?? []).length, ...(spec?.sizes ?? [])].includes(3)`,
      denies: ["full"],
    },
    {
      title: "map of stored text",
      rule: `${spec} => (spec?.names ?? []).map((name) => name + "!").includes("two!")`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "map of stored records",
      rule: `${spec} => (spec?.items ?? []).map((item) => item.name ?? "none").join() === "first,second,none"`,
      denies: ["full"],
    },
    {
      title: "map to numbers",
      rule: `${spec} => (spec?.items ?? []).map((item) => (item.size ?? 0) * 2).some((size) => size === 6)`,
      denies: ["full"],
    },
    { title: "join of stored text", rule: `${spec} => (spec?.names ?? []).join("+") === "two+three+one"`, denies: ["mixed"] },
    {
      title: "positions in the policy's lists",
      before: `const NAMES = ["one", "two"];`,
      rule: `${spec} => NAMES.some((name, at) => spec?.names?.[at] === name) && NAMES.map((name, at) => at).includes(1)`,
      denies: ["full"],
    },
    {
      title: "parts of the policy's lists",
      before: `const NAMES = ["zero", "one", "two"]; const first = "zero"; const REST = NAMES.slice(1);`,
      rule: `${spec} => REST.at(-1) === "two" && NAMES.slice(-2, -1)[0] === "one" && REST.concat(["x"]).every((name) => name !== first) && (spec?.names ?? []).includes("two")`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "values filtered",
      rule: `${spec} => Object.values(metadata.labels ?? {}).filter((value) => value !== "1").length === 1`,
      denies: ["full", "short"],
    },
    {
      title: "values included",
      rule: `${spec} => Object.values(metadata.labels ?? {}).includes("2") || Object.values(metadata.annotations ?? {}).includes(metadata.labels?.["b"] ?? "y")`,
      denies: ["full"],
    },
    {
      title: "entries filtered and counted",
      rule: `${spec} => Object.entries(metadata.labels ?? {}).filter(([key]) => key === "a").length + Object.entries(metadata.annotations ?? {}).length === 3`,
      denies: ["full"],
    },
    {
      title: "entries mapped",
      rule: `${spec} => Object.entries(metadata.labels ?? {}).map(([key, value]) => key + value).includes("b2") && Object.values(metadata.labels ?? {}).map((value) => value + "!").some((value) => value === "1!")`,
      denies: ["full"],
    },
    {
      title: "keys counted",
      rule: `${spec} => Object.keys(spec?.groups ?? {}).length === 2 || Object.values(spec?.groups ?? {}).length === 1`,
      denies: ["full", "mixed"],
    },
    {
      title: "the largest number of a list",
      rule: `${spec} => Math.max(...(spec?.sizes ?? [])) > 2`,
      denies: ["full", "mixed"],
    },
    {
      title: "the smallest of none is infinite",
      rule: `${spec} => Math.min(...(spec?.sizes ?? [])) > 100`,
      denies: ["empty", "wrong types", "bare"],
    },
    {
      title: "the largest of a list and others",
      rule: `${spec} => Math.max(2, ...(spec?.sizes ?? []), spec?.at ?? 0) - Math.min(...(spec?.sizes ?? []), 0.5) > 3`,
      denies: ["mixed"],
    },
    {
      title: "the largest where one may be absent",
      rule: `${spec} => !(Math.max(...(spec?.items ?? []).map((item) => item.size!)) < 4)`,
      denies: ["mixed", "short"],
    },
    {
      title: "the longest name",
      rule: `${spec} => Math.max(...Object.values(metadata.labels ?? {}).map((value) => value.length), ...(spec?.names ?? []).map((name) => name.length)) === 5`,
      denies: ["full", "mixed"],
    },
    {
      title: "the largest of a list that is not there",
      rule: `${spec} => Math.max(...spec!.sizes!) > 2`,
      denies: ["full", "mixed", "wrong types", "bare"],
    },
    {
      title: "spread into calls",
      before: "const KNOWN = [1, 3] as const;",
      rule: `${spec} => Math.max(...KNOWN) === spec?.sizes?.[2] && Array.of(...(spec?.names ?? []), "x").includes("two") && ["x"].concat("y", ...[["one"]]).includes(spec?.names?.[0] ?? "")`,
      denies: ["full"],
    },
    {
      title: "map(String) and map(Number)",
      rule: `${spec} => (spec?.names ?? []).map(String).includes("two") || Object.values(metadata.labels ?? {}).map(Number).some((n) => n > 1)`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "filter(Number)",
      rule: `${spec} => (spec?.sizes ?? []).filter(Number).length === 2`,
      denies: ["mixed"],
    },
    {
      title: "known lists, each of them as text and as number",
      rule: `${spec} => ["1", "2"].map(Number)[1] === spec?.sizes?.[0] && [1, 2].map(String).join("-") === "1-2"`,
      denies: ["mixed", "short"],
    },
    {
      title: "one function asks of lists and maps whether they are empty",
      rule: `${spec} => isEmpty(spec?.names) && isEmpty(metadata.labels)`,
      before: "const isEmpty = (x: object | undefined | null): boolean => !x || Object.keys(x).length === 0;",
      denies: ["empty", "wrong types", "bare"],
    },
    {
      title: "keys of a list, counted",
      rule: `${spec} => Object.keys(spec?.names ?? []).length === 3 && Object.keys(["a", "b"]).length === 2`,
      denies: ["full", "mixed"],
    },
    {
      title: "elements that are no number",
      rule: `${spec} => { const all = (spec?.names ?? []).map(Number); return all.some((n) => Number.isNaN(n)) && !all.some((n) => n > 1 || n <= 1) && all.filter((n) => n).length === 0; }`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "elements that are infinite",
      rule: `${spec} => { const all = (spec?.sizes ?? []).map((n) => n${" * 9e15".repeat(20)}); return all.some((n) => Number.isNaN(n - n)) && !all.some((n) => n - n > 0); }`,
      denies: ["full", "mixed", "short"],
    },
  ],
};
