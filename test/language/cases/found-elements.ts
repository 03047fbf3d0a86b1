import type { Family } from "../language-case.ts";

const requests = {
  full: {
    stored: {
      metadata: { finalizers: ["a/x", "b/y", "a/x"], labels: { b: "1", a: "2" } },
      spec: {
        names: ["one", "two", "three"],
        sizes: [1, 2.5, 3],
        items: [
          { name: "first", tags: ["a", "b"] },
          { name: "second", tags: ["t"] },
          { name: "first", size: 3 },
        ],
        lists: [["a"], [], ["b", "c"]],
      },
    },
  },
  mixed: {
    stored: {
      spec: {
        names: [1, "two", null, "three", { a: 1 }, ["x"], "one"],
        sizes: ["1", 2, true, 7],
        items: ["first", { name: 5, tags: ["t", 1] }, ["x"], { name: "first", tags: "t" }, null, { tags: [null, "b"] }],
        lists: ["a", ["b", 1, "a"], null, { a: 1 }],
      },
    },
  },
  short: { stored: { spec: { names: ["two"], sizes: [2], items: [{}], lists: [["a"]] } } },
  empty: { stored: { metadata: { finalizers: ["b/y"] }, spec: { names: [], sizes: [], items: [], lists: [] } } },
  "wrong types": { stored: { spec: { names: "one", sizes: { a: 1 }, items: "x", lists: "x" } } },
  bare: { stored: {} },
} as const;

const type =
  "spec?: { names?: string[]; sizes?: number[]; items?: { name?: string; size?: number; tags?: string[] }[]; lists?: string[][]; inner: { items: { deep: { name: string } }[] } }";
const spec = "({ oldObject: { spec, metadata } })";

export const foundElements: Family = {
  title: "elements that are looked for, and lists of lists",
  type,
  requests,
  cases: [
    {
      title: "the first of one list or another, which has a name",
      rule: `({ oldObject: { metadata }, request }) => { const first = (request.dryRun ? metadata.finalizers : metadata.finalizers)?.[0]; return first === "a/x" || first === "b/y"; }`,
      cel: "variables.first.orValue('') != 'a/x' && variables.first.orValue('') != 'b/y'",
      denies: ["full", "empty"],
    },
    {
      title: "the place of the first",
      rule: `${spec} => (spec?.names ?? []).findIndex((name) => name.startsWith("t")) === 1`,
      denies: ["full"],
    },
    {
      title: "the place of the first in a list of the server",
      rule: `${spec} => (metadata.finalizers ?? []).findIndex((name) => name === "b/y") === 0`,
      cel: "(size(variables.finalizers) <= 2000 ? variables.finalizers.map(name, name == 'b/y') : []).indexOf(true) != 0",
      denies: ["empty"],
    },
    {
      title: "no such place",
      rule: `${spec} => (spec?.sizes ?? []).findIndex((size) => size > 5) === -1`,
      denies: ["full", "short", "empty", "wrong types", "bare"],
    },
    {
      title: "the last",
      rule: `${spec} => spec?.names?.findLast((name) => name.includes("o")) === "one"`,
      denies: ["mixed"],
    },
    {
      title: "the last record",
      rule: `${spec} => spec?.items?.findLast((item) => item.name === "first")?.size === 3`,
      denies: ["full"],
    },
    {
      title: "the place of the last",
      rule: `${spec} => (spec?.names ?? []).findLastIndex((name) => name.startsWith("t")) === 2 || (metadata.finalizers ?? []).lastIndexOf("a/x") === 2`,
      denies: ["full"],
    },
    {
      title: "in written lists",
      rule: `${spec} => { const names = ["one", "two", spec?.names?.[0] ?? "", "two"]; return names.findIndex((name) => name === "two") === 2 || names.findLastIndex((name) => name === "one") === 2 || names.lastIndexOf("one") === 0 && names.findLast((name, at) => at < 3 && name.length > 1) === "two"; }`,
      denies: Object.keys(requests),
    },
    {
      title: "behind the first nothing is read",
      rule: `${spec} => spec!.inner.items.find((item) => item.deep.name === "a") !== undefined`,
      denies: Object.keys(requests),
    },
    {
      title: "a list of each",
      rule: `${spec} => (spec?.items ?? []).flatMap((item) => item.tags ?? []).includes("b")`,
      denies: ["full", "mixed"],
    },
    {
      title: "a set of lists of each",
      rule: `${spec} => { const tags = new Set((spec?.items ?? []).flatMap((item) => item.tags ?? [])); return tags.has("t") || tags.has(spec?.names?.[0] ?? ""); }`,
      denies: ["full", "mixed"],
    },
    {
      title: "what may be absent in lists of each",
      rule: `${spec} => { const tags = (spec?.items ?? []).flatMap((item) => (item.tags ?? []).map((tag) => tag === "a" ? undefined : tag)); return new Set(tags).has("b") && tags.includes("t") && tags.some((tag) => tag === undefined) || tags.length === 1; }`,
      denies: ["full"],
    },
    {
      title: "some and every of a list of each",
      rule: `${spec} => { const tags = (spec?.items ?? []).flatMap((item) => item.tags ?? []); return tags.some((tag) => tag === "t") && tags.every((tag) => tag !== "x"); }`,
      denies: ["full", "mixed"],
    },
    {
      title: "how many in a list of each",
      rule: `${spec} => (spec?.items ?? []).flatMap((item) => item.tags ?? []).filter((tag) => tag !== "a").length === 2`,
      denies: ["full", "mixed"],
    },
    {
      title: "one of each, and more",
      rule: `${spec} => (spec?.items ?? []).flatMap((item) => [item.name ?? "none", "x"]).includes("none") && (spec?.names ?? []).flatMap((name) => name).includes("two")`,
      denies: ["mixed", "short"],
    },
    {
      title: "lists of each beside others, as one",
      rule: `${spec} => { const all = [...(spec?.names ?? []), ...(spec?.items ?? []).flatMap((item) => item.tags ?? []), "z"]; return all.includes("t") && all.some((one) => one === "three") && all.length > 4; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "all of lists of each beside others",
      rule: `${spec} => [...(spec?.items ?? []).flatMap((item) => item.tags ?? []), ...(spec?.lists ?? []).flat(), ...(metadata.finalizers ?? [])].every((one) => one !== "t")`,
      denies: ["short", "empty", "wrong types", "bare"],
    },
    {
      title: "some of lists of each beside others",
      rule: `${spec} => { const all = ["t", ...(spec?.names ?? []), ...(spec?.items ?? []).flatMap((item) => item.tags ?? [])]; return all.filter((one) => one === "t" || one === "two").length === 3 || all.map((one) => one === "b").some((one) => one); }`,
      denies: ["full", "mixed"],
    },
    {
      title: "a list of one or of none",
      rule: `${spec} => { const first = spec?.items?.[0]; return (first ? [first] : []).some((one) => one.name === "first") || (spec?.lists?.length === 1 ? spec.items ?? [] : []).length === 1; }`,
      denies: ["full", "short"],
    },
    {
      title: "a list of lists as one",
      rule: `${spec} => (spec?.lists ?? []).flat().includes("b") && (spec?.lists ?? []).flat().length > 1`,
      denies: ["full", "mixed"],
    },
    {
      title: "written lists as one",
      rule: `${spec} => [["a"], [spec?.names?.[0] ?? "b", "c"]].flat().join() === "a,two,c" && ["a", "b"].flatMap((name) => [name, name + "!"]).join() === "a,a!,b,b!"`,
      denies: ["mixed", "short"],
    },
    {
      title: "keys, values and entries of a written list",
      rule: `${spec} => { const names = ["one", spec?.names?.[0] ?? "b"]; return [...names.entries()].some(([at, name]) => at === 1 && name === "two") && [...names.keys()].length === 2 && [...names.values()].includes("one"); }`,
      denies: ["mixed", "short"],
    },
    {
      title: "the last of a list that has to be there",
      rule: `${spec} => spec!.names!.findLast((name) => name.startsWith("t")) === "three"`,
      denies: ["full", "mixed", "wrong types", "bare"],
    },
    {
      title: "lists that were mapped, as one",
      rule: `${spec} => (spec?.items ?? []).map((item) => item.tags ?? []).flat().includes("t")`,
      denies: ["full", "mixed"],
    },
    {
      title: "the first and the last part of a text",
      rule: `${spec} => (metadata.finalizers?.[0] ?? "").split("/").pop() === "x" && (spec?.names?.[0] ?? "").split("n").shift() === "o"`,
      denies: ["full"],
    },
    {
      title: "a list as text",
      rule: `${spec} => (spec?.names ?? []).toString() === "one,two,three" || [...(spec?.names ?? []).values()].includes("one")`,
      denies: ["full", "mixed"],
    },
    {
      title: "parts that are taken out of a copy",
      rule: `${spec} => [...(spec?.names ?? [])].splice(1, 2)[1] === "three" || ["b", "a"].fill(spec?.names?.[0] ?? "")[1] === "two"`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "a list of the rule that is changed",
      rule: `${spec} => { const own = [spec?.names?.[0] ?? "", "two", "a"]; own.reverse(); own.pop(); own.splice(0, 1, "c"); own.shift(); return own[0] === spec?.names?.[1]; }`,
      denies: ["full"],
    },
    {
      title: "constants that are sorted in place",
      rule: `${spec} => { const own = ["b", "a"]; own.sort(); return own[0] === "a" && spec?.names?.[0] === "two"; }`,
      denies: ["mixed", "short"],
    },
  ],
};

export const placesOfElements: Family = {
  title: "elements by their place",
  type,
  kube: 33,
  requests,
  cases: [
    {
      title: "some, by place",
      rule: `${spec} => (metadata.finalizers ?? []).some((name, at) => at > 0 && name === "b/y")`,
      cel: "size(variables.finalizers) > 2000 || variables.finalizers.all(at, name, at <= 0 || name != 'b/y')",
      denies: ["full"],
    },
    {
      title: "every, by place",
      rule: `${spec} => (spec?.names ?? []).every((name, at) => at !== 1 || name.startsWith("t"))`,
      denies: Object.keys(requests),
    },
    {
      title: "others than the first",
      rule: `${spec} => (spec?.names ?? []).filter((_, i) => i > 0).join() === "two,three" || (spec?.sizes ?? []).filter((size, i) => size > i + 1).length === 3`,
      denies: ["full"],
    },
    {
      title: "numbered",
      rule: `${spec} => (spec?.names ?? []).map((name, at) => \`\${at}:\${name}\`).join() === "0:two,1:three,2:one"`,
      denies: ["mixed"],
    },
    {
      title: "found by place",
      rule: `${spec} => (spec?.names ?? []).find((_, at) => at === 1) === "three" || (spec?.names ?? []).findIndex((name, at) => name === "one" && at > 1) === 2`,
      denies: ["mixed"],
    },
    {
      title: "one inside another, both by place",
      rule: `${spec} => (spec?.items ?? []).some((item, at) => (item.tags ?? []).some((tag, place) => tag === "b" && at === place + 2))`,
      denies: ["mixed"],
    },
    {
      title: "entries of a list",
      rule: `${spec} => [...(spec?.names ?? []).entries()].some(([at, name]) => at === 1 && name === "two") && Array.from((spec?.names ?? []).entries()).every(([at, name]) => at > 0 || name === "one")`,
      denies: ["full"],
    },
    {
      title: "entries that are mapped",
      rule: `${spec} => [...(metadata.finalizers ?? []).entries()].map(([at, name]) => (at > 0 ? name : "-")).join() === "-,b/y,a/x"`,
      denies: ["full"],
    },
    {
      title: "keys of a list",
      rule: `${spec} => [...(spec?.names ?? []).keys()].includes(2) && [...(spec?.names ?? []).keys()].length === 3`,
      denies: ["full", "mixed"],
    },
    {
      title: "the other way round",
      rule: `${spec} => (spec?.names ?? []).toReversed()[0] === "one" || [...(metadata.finalizers ?? [])].reverse()[1] === "b/y"`,
      denies: ["full", "mixed"],
    },
    {
      title: "records, the other way round",
      rule: `${spec} => (spec?.items ?? []).toReversed().find((item) => item.name === "first")?.size === 3`,
      denies: ["full"],
    },
    {
      title: "reduceRight to the last that is set",
      rule: `${spec} => (spec?.names ?? []).reduceRight((last, name) => name.startsWith("t") ? name : last, "") === "two"`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "reduceRight from the last element on",
      rule: `${spec} => spec!.names!.reduceRight((_, name) => name) === "two"`,
      denies: ["mixed", "short", "empty", "wrong types", "bare"],
    },
    {
      title: "with another element",
      rule: `${spec} => (spec?.names ?? []).with(1, "x").join() === "one,x,three" && (spec?.names ?? []).with(-1, "y").includes("y")`,
      denies: ["full", "short", "empty", "wrong types", "bare"],
    },
  ],
};

export const listsOfEach: Family = {
  title: "a list of each, as one",
  type,
  kube: 35,
  requests,
  cases: [
    {
      title: "joined",
      rule: `${spec} => (spec?.items ?? []).flatMap((item) => item.tags ?? []).join() === "a,b,t"`,
      denies: ["full"],
    },
    {
      title: "all but the first",
      rule: `${spec} => { const [first, ...others] = spec?.names ?? []; return first === "one" && others.join() === "two,three"; }`,
      denies: ["full"],
    },
    {
      title: "reduceRight to a text and a list",
      rule: `${spec} => (spec?.names ?? []).reduceRight((text, name) => text + name, "-") === "-threetwoone" || (metadata.finalizers ?? []).reduceRight((all: readonly string[], name) => name.startsWith("a") ? [...all, name] : all, [])[0] === "a/y"`,
      denies: ["full"],
    },
    {
      title: "reduceRight to a sum of fractions",
      rule: `${spec} => (spec?.sizes ?? []).reduceRight((sum, size) => sum + size, 0.1) === 0.1`,
      denies: ["empty", "wrong types", "bare"],
    },
    {
      title: "by position, and spread",
      rule: `${spec} => (spec?.lists ?? []).flat().at(-1) === "c" || new Set((spec?.lists ?? []).flat()).has("x")`,
      denies: ["full"],
    },
    {
      title: "keys of a map, sorted",
      rule: `${spec} => Object.keys(metadata.labels ?? {}).sort().join() === "a,b" || Object.keys(metadata.labels ?? {}).toSorted().reverse()[0] === "z"`,
      denies: ["full"],
    },
    {
      title: "numbers, sorted",
      rule: `${spec} => (spec?.sizes ?? []).toSorted((a, b) => b - a)[0] === 7 || [...(spec?.sizes ?? [])].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0] === 1`,
      denies: ["full", "mixed"],
    },
    {
      title: "text of the server, sorted",
      rule: `${spec} => (metadata.finalizers ?? []).toSorted((a, b) => (a < b ? 1 : -1))[0] === "b/y" && (metadata.finalizers ?? []).toSorted()[0] === "a/x"`,
      denies: ["full"],
    },
    {
      title: "places in texts of the server, in another order",
      rule: `${spec} => (metadata.finalizers ?? []).toReversed().some((one) => one.lastIndexOf("y") === 2) && (metadata.finalizers ?? []).toSorted().some((one) => one.lastIndexOf("é") === -1) && (metadata.finalizers ?? []).slice(1).some((one) => one.lastIndexOf("y") === 2)`,
      denies: ["full"],
    },
    {
      title: "a list without some of it",
      rule: `${spec} => (spec?.names ?? []).toSpliced(1, 1, "x").join() === "one,x,three" || (spec?.names ?? []).toSpliced(0, 2).includes("one")`,
      denies: ["full", "mixed"],
    },
    {
      title: "a stored list that is copied and changed",
      rule: `${spec} => { const own = [...(spec?.names ?? [])]; own.reverse(); own.pop(); return own[0] === "three"; }`,
      denies: ["full"],
    },
  ],
};
