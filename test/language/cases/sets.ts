import type { Family } from "../language-case.ts";

const requests = {
  full: {
    stored: {
      metadata: { finalizers: ["a/x", "b/y"], labels: { tier: "gold", team: "a" } },
      spec: { names: ["one", "two", "three"], sizes: [1, 2.5, 3], tier: "gold" },
    },
  },
  twice: {
    stored: { metadata: { labels: { tier: "tin" } }, spec: { names: ["one", "two", "one"], sizes: [2, 2.0, 2], tier: "tin" } },
  },
  alike: { stored: { metadata: { labels: {} }, spec: { names: ["two", "two"], sizes: [1.5, 1.5], tier: "none" } } },
  mixed: { stored: { spec: { names: [1, "two", null, "two", { a: 1 }, ["x"], "one"], sizes: ["1", 2, true, 2], tier: 7 } } },
  short: { stored: { spec: { names: ["two"], sizes: [2], tier: "" }, metadata: { labels: { constructor: "gold" } } } },
  empty: { stored: { spec: { names: [], sizes: [] } } },
  "wrong types": { stored: { spec: { names: "one", sizes: { a: 1 } } } },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec, metadata } })";

export const sets: Family = {
  title: "sets and maps",
  type: "spec?: { names?: string[]; sizes?: number[]; tier?: string }",
  requests,
  cases: [
    {
      title: "a set of constants",
      before: 'const TIERS = new Set(["gold", "tin", "gold"]);',
      rule: `${spec} => TIERS.has(spec?.tier ?? "")`,
      denies: ["full", "twice"],
    },
    {
      title: "a set of constants, of what may be absent",
      before: 'const TIERS: ReadonlySet<string | undefined> = new Set(["gold", "tin"]);',
      rule: `${spec} => TIERS.has(spec?.tier)`,
      denies: ["full", "twice"],
    },
    {
      title: "how many constants, and which",
      before: 'const TIERS = new Set(["gold", "tin", "gold"]);',
      rule: `${spec} => TIERS.size === 2 && [...TIERS].join() === "gold,tin" && Array.from(TIERS, (tier) => tier.length).includes(spec?.tier?.length ?? 0)`,
      denies: ["full", "twice", "alike"],
    },
    { title: "an empty set", rule: `${spec} => new Set<string>().has(spec?.tier ?? "") || new Set().size > 0`, denies: [] },
    {
      title: "a set of a stored list",
      rule: `${spec} => new Set(spec?.names).has("one")`,
      denies: ["full", "twice", "mixed"],
    },
    {
      title: "a set of what was made of a stored list",
      rule: `${spec} => new Set((spec?.names ?? []).filter((name) => name !== "one").map((name) => name + "!")).has("two!")`,
      denies: ["full", "twice", "alike", "mixed", "short"],
    },
    {
      title: "a set of numbers",
      rule: `${spec} => new Set(spec?.sizes ?? []).has(2)`,
      denies: ["twice", "mixed", "short"],
    },
    {
      title: "whether names are there twice",
      rule: `${spec} => { const names = spec?.names ?? []; return new Set(names).size !== names.length; }`,
      cel: "variables.names2.all(item, size(variables.names2.filter(other, other in [item])) <= 1)",
      denies: ["twice", "alike", "mixed"],
    },
    {
      title: "whether names are there twice, the other way round",
      rule: `${spec} => { const names = spec?.names ?? []; return !(names.length <= [...new Set(names)].length) && names.length > [...new Set(names)].length; }`,
      denies: ["twice", "alike", "mixed"],
    },
    {
      title: "whether all are alike",
      rule: `${spec} => new Set(spec?.sizes ?? []).size === 1`,
      denies: ["twice", "alike", "mixed", "short"],
    },
    {
      title: "whether any differ",
      rule: `${spec} => new Set(spec?.names ?? []).size > 1 || new Set(spec?.names ?? []).size === 0`,
      denies: ["full", "twice", "mixed", "empty", "wrong types", "bare"],
    },
    {
      title: "some and every of a set",
      rule: `${spec} => { const names = new Set(spec?.names ?? []); return [...names].some((name) => name.startsWith("o")) && [...names].filter((name) => name !== "one").every((name) => name === "two"); }`,
      denies: ["twice", "mixed"],
    },
    {
      title: "a map of written pairs",
      before: 'const LIMITS = new Map([["gold", 3], ["tin", 1], ["gold", 2]]);',
      rule: `${spec} => (LIMITS.get(spec?.tier ?? "") ?? 0) > 1 && LIMITS.size === 2 && LIMITS.has("tin")`,
      denies: ["full"],
    },
    {
      title: "a map of written pairs, by constants",
      before: 'const LIMITS = new Map<string, string | undefined>([["gold", "a"], ["tin", undefined]]);',
      rule: `${spec} => LIMITS.get("gold") === metadata.labels?.["team"] && LIMITS.get("tin") === undefined && LIMITS.get("constructor") === undefined`,
      denies: ["full"],
    },
    {
      title: "a map of rows",
      before: 'const ROWS = new Map([["gold", { team: "a" }], ["tin", { team: "b" }]]);',
      rule: `${spec} => ROWS.get("gold")?.team === metadata.labels?.["team"] && [...ROWS.keys()].includes(spec?.tier ?? "") && [...ROWS.values()].some(({ team }) => team === "a")`,
      denies: ["full"],
    },
    {
      title: "a map whose keys may be absent",
      before: 'const NAMES = new Map<string | undefined, string>([["gold", "a"], ["tin", "b"]]);',
      rule: `${spec} => NAMES.get(spec?.tier) === undefined && !NAMES.has(spec?.tier)`,
      denies: ["alike", "mixed", "short", "empty", "wrong types", "bare"],
    },
    {
      title: "a map of numbers",
      before: 'const NAMES = new Map([[1, "one"], [2, "two"]]);',
      rule: `${spec} => NAMES.get(spec?.sizes?.[0] ?? 0) === "two"`,
      denies: ["twice", "mixed", "short"],
    },
    {
      title: "a map of stored entries",
      rule: `${spec} => { const labels = new Map(Object.entries(metadata.labels ?? {})); return labels.get("tier") === "gold" || (labels.has("constructor") && labels.size === 1); }`,
      denies: ["full", "short"],
    },
    {
      title: "a map of some stored entries",
      rule: `${spec} => new Map(Object.entries(metadata.labels ?? {}).filter(([key]) => key !== "team")).has("team") || new Map(Object.entries(metadata.labels ?? {}).filter(([key]) => key !== "team")).get(spec?.tier === "gold" ? "tier" : "team") === "gold"`,
      denies: ["full"],
    },
    {
      title: "a list of a list",
      rule: `${spec} => Array.from(spec?.names ?? [], (name) => name + "!").includes("one!")`,
      denies: ["full", "twice", "mixed"],
    },
    {
      title: "a set that is added to",
      rule: `${spec} => new Set(["one"]).add("two").add(spec?.tier ?? "x").has(spec?.names?.[0] ?? "-")`,
      denies: ["full", "twice", "alike", "mixed", "short"],
    },
    {
      title: "a set that is changed",
      rule: `${spec} => { const own = new Set(["gold", "tin"]); own.delete("tin"); own.add("none"); return own.has(spec?.tier ?? "") && own.size === 2; }`,
      denies: ["full", "alike"],
    },
    {
      title: "a set of a stored list that is changed",
      rule: `${spec} => { const own = new Set(spec?.names ?? []); own.delete("one"); own.add("x"); return own.has("x") && !own.has("one") && own.has("two"); }`,
      denies: ["full", "twice", "alike", "mixed", "short"],
    },
    {
      title: "a set that is cleared",
      rule: `${spec} => { const own = new Set(spec?.names ?? []); if (spec?.tier !== "gold") own.clear(); return own.has("one"); }`,
      denies: ["full"],
    },
    {
      title: "a set that a loop fills",
      rule: `${spec} => { const seen = new Set<string>(["x"]); for (const name of spec?.names ?? []) { if (name !== "one") seen.add(name + "!"); } return seen.has("two!") && seen.has("x"); }`,
      denies: ["full", "twice", "alike", "mixed", "short"],
    },
    {
      title: "a map that is changed",
      rule: `${spec} => { const own = new Map([["gold", 1], ["tin", 2]]); own.set("silver", 3); own.delete("tin"); return (own.get(spec?.tier ?? "") ?? 0) > 0 && own.size === 2; }`,
      denies: ["full"],
    },
    {
      title: "a map that is added to, or cleared",
      rule: `${spec} => { const own = new Map([["none", "b"]]); own.clear(); return own.has(spec?.tier ?? "") || new Map([["a", "b"]]).set("gold", "c").has(spec?.tier ?? ""); }`,
      denies: ["full"],
    },
    {
      title: "forEach of a map",
      rule: `${spec} => { let found = false; new Map([["gold", "a"], ["tin", "b"]]).forEach((value, key) => { if (key === spec?.tier && value === metadata.labels?.["team"]) found = true; }); return found; }`,
      denies: ["full"],
    },
    {
      title: "entries of a set",
      rule: `${spec} => [...new Set(["gold", "tin"]).entries()].some(([one, same]) => one === spec?.tier && same === "tin")`,
      denies: ["twice"],
    },
    {
      title: "of keys, joined with another list",
      rule: `${spec} => [...new Set(Object.keys(metadata.labels ?? {})), "w"].includes("tier")`,
      denies: ["full", "twice"],
    },
    {
      title: "whether an object has a key of its own",
      before: "const TIERS = { gold: 1, tin: 2 };",
      rule: `${spec} => TIERS.hasOwnProperty(spec?.tier ?? "")`,
      denies: ["full", "twice"],
    },
  ],
};

export const newerSets: Family = {
  title: "sets whose elements are counted",
  type: "spec?: { names?: string[]; sizes?: number[]; tier?: string }",
  kube: 33,
  requests,
  cases: [
    {
      title: "how many",
      rule: `${spec} => new Set(spec?.names ?? []).size === 2`,
      cel: "size(variables.names2.transformList(i, item, variables.names2.all(j, other, j >= i || !(other in [item])), item)) != 2",
      denies: ["twice", "mixed"],
    },
    { title: "how many numbers", rule: `${spec} => new Set(spec?.sizes ?? []).size === 3`, denies: ["full"] },
    {
      title: "in the order in which they are first there",
      rule: `${spec} => [...new Set(spec?.names ?? [])].map((name) => name + "!").join(" ") === "one! two!"`,
      denies: ["twice"],
    },
    {
      title: "of what may not be read, which nobody asks",
      rule: `${spec} => { const set = [...new Set(["a", BigInt(metadata.labels?.["tier"] ?? "7") > 5n ? "x" : "y"])].find((one) => one === "x"); return spec?.tier === "gold"; }`,
      denies: ["full", "twice"],
    },
    {
      title: "a loop over a set",
      rule: `${spec} => { let count = 0; for (const name of new Set(spec?.names ?? [])) { if (name.includes("o")) count++; } return count === 2; }`,
      denies: ["full", "twice", "mixed"],
    },
  ],
};
