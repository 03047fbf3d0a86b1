import type { Family } from "../language-case.ts";

const requests = {
  full: {
    stored: {
      metadata: { finalizers: ["a/x", "b/y", "a/z"], labels: { a: "1", b: "x", c: "x" } },
      spec: {
        names: ["one", "two", "three"],
        sizes: [1, 2.5, 3],
        items: [
          { name: "first", size: 1, tags: ["t", "u"] },
          { name: "second", size: 2.5, on: true, tags: ["t"] },
          { on: true, size: 7 },
        ],
        inner: { items: [{ deep: { size: 1 } }, { deep: { size: 2 } }] },
      },
    },
  },
  mixed: {
    stored: {
      spec: {
        names: [1, "two", null, "three", { a: 1 }, ["x"], "one"],
        sizes: ["1", 0.1, true, 0.2, 0.3],
        items: ["first", { name: 5, size: 2 }, ["x"], { name: "first", size: "2", on: 1 }, null, { name: "on", on: true }],
        inner: { items: [{ deep: { size: 3 } }, {}] },
      },
    },
  },
  short: { stored: { spec: { names: ["two"], sizes: [2], items: [{}] }, metadata: { labels: { a: "x" } } } },
  large: { stored: { spec: { sizes: [9007199254740992, 1e308, 1e308, -1.5] } } },
  empty: { stored: { spec: { names: [], sizes: [], items: [], inner: { items: [] } } } },
  "wrong types": { stored: { spec: { names: "one", sizes: { a: 1 }, items: "x", inner: 1 } } },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec, metadata } })";

export const loops: Family = {
  title: "loops over stored lists that keep something, and reduce",
  type: "spec?: { names?: string[]; sizes?: number[]; items?: { name?: string; size?: number; on?: boolean; tags?: string[] }[]; inner: { items: { deep: { size: number } }[] } }",
  requests,
  cases: [
    {
      title: "how many",
      rule: `${spec} => { let count = 0; for (const name of metadata.finalizers ?? []) { if (name.startsWith("a/")) count++; } return count === 2; }`,
      cel: "variables.count != 2",
      denies: ["full"],
    },
    {
      title: "by index",
      rule: `${spec} => { const names = spec?.names ?? []; for (let i = 0; i < names.length; i++) { if (names[i] === "three") return true; } return false; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "by index, one inside another, with what counts",
      rule: `({ oldObject }) => { const items = oldObject.spec?.items; let tagged = 0; for (let i = 0; i < (items ?? []).length; ++i) { const { on } = items![i]; if (on) continue; const tags = items![i].tags ?? []; for (let j = 0, n = tags.length; j < n; j += 1) { if (tags[j] === "u") return true; } if (items![i].name) tagged++; } return tagged === 2; }`,
      denies: ["full"],
    },
    {
      title: "by index, of a list that may be absent",
      rule: `({ oldObject }) => { const spec = oldObject.spec; for (let i = 0; i < (spec?.names?.length ?? 0); i++) { if (spec!.names![i] === "two") return true; } return false; }`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "by index, of what the compiler knows",
      before: 'const KEYS = ["a", "b"];',
      rule: `({ oldObject: { metadata } }) => { for (let i = 0; i < KEYS.length; i++) { if (i > 0 && metadata.labels?.[KEYS[i]!] === "x") return true; } for (let i = 0; i < 2; i++) { if (metadata.finalizers?.[i] === "c") return true; } return false; }`,
      denies: ["full"],
    },
    {
      title: "entries without their positions",
      rule: `${spec} => { for (const [, item] of (spec?.items ?? []).entries()) { if (item.size === 2) return true; } return false; }`,
      denies: ["mixed"],
    },
    {
      title: "for..in over a map",
      rule: `({ oldObject: { metadata } }) => { let found = 0; for (const key in metadata.labels) { if (metadata.labels[key] === "x") found++; } return found === 2 || found === 1; }`,
      denies: ["full", "short"],
    },
    {
      title: "for..in over what the compiler knows",
      before: 'const WANTED = { a: "1", b: "x" };',
      rule: `({ oldObject: { metadata } }) => { for (const key in WANTED) { if (metadata.labels?.[key] !== WANTED[key as keyof typeof WANTED]) return false; } return true; }`,
      denies: ["full"],
    },
    {
      title: "forEach with positions, of what the compiler knows",
      rule: `({ oldObject: { metadata } }) => { let same = 0; ["a/x", "c", "a/z"].forEach((name, at) => { if (metadata.finalizers?.[at] === name) same++; }); return same === 2; }`,
      denies: ["full"],
    },
    {
      title: "how many, and what goes on",
      rule: `${spec} => { let count = 1; for (const item of spec?.items ?? []) { if (!item.on) continue; if (item.name === "second") continue; count += 1; } return count > 1; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "a sum of doubles",
      rule: `${spec} => { let sum = 0; for (const size of spec?.sizes ?? []) sum += size; return sum === 6.5 || sum === 0.1 + 0.2 + 0.3; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "a sum that starts somewhere",
      rule: `${spec} => { let sum = 0.3; for (const size of spec?.sizes ?? []) { sum += size; } return sum === 0.3 + 0.1 + 0.2 + 0.3; }`,
      denies: ["mixed"],
    },
    {
      title: "a sum that is infinite, or none",
      rule: `${spec} => { let sum = 0; for (const size of spec?.sizes ?? []) sum += size; let some = 0; for (const item of spec?.items ?? []) some += item.size!; return sum - sum !== 0 || some > 0 || some < 1; }`,
      denies: ["full", "large", "empty", "wrong types", "bare"],
    },
    {
      title: "a sum of lengths",
      rule: `${spec} => { let sum = 0; for (const item of spec?.items ?? []) { if (item.tags) sum += item.tags.length; } return sum > 2; }`,
      denies: ["full"],
    },
    {
      title: "a flag",
      rule: `${spec} => { let found = false; for (const name of spec?.names ?? []) { if (name === "three") { found = true; break; } } return found; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "flags",
      rule: `${spec} => { let any = false; let every = true; for (const size of spec?.sizes ?? []) { any = any || size > 2; every &&= size > 0; } return any && every; }`,
      denies: ["full"],
    },
    {
      title: "the first",
      rule: `${spec} => { let first: string | undefined; for (const name of spec?.names ?? []) { if (name.startsWith("t")) { first = name + "!"; break; } } return first === "two!"; }`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "the first, where nothing was found before",
      rule: `${spec} => { let first: string | undefined; for (const item of spec?.items ?? []) { if (first === undefined && item.on) first = item.name; } return first === "second" || first === "on"; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "the last",
      rule: `${spec} => { let last = "none"; for (const name of spec?.names ?? []) { if (name.includes("o")) last = name; } return last === "one" || last === "none"; }`,
      denies: ["mixed", "large", "empty", "wrong types", "bare"],
    },
    {
      title: "the last, which may be absent",
      rule: `${spec} => { let last: string | undefined = "none"; for (const item of spec?.items ?? []) { if (item.on) last = item.name; } return last === undefined; }`,
      denies: ["full"],
    },
    {
      title: "the last record",
      rule: `${spec} => { let last: { name?: string; size?: number } | undefined; for (const item of spec?.items ?? []) { if (item.on) last = item; } return last !== undefined && last.size === 7; }`,
      denies: ["full"],
    },
    {
      title: "what the first element returns",
      rule: `${spec} => { for (const item of spec?.items ?? []) { if (item.on) return item.name === "second"; if (item.size === 2) return true; } return false; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "what the first element returns, which may be absent",
      rule: `${spec} => { const name = ((): string | undefined => { for (const item of spec?.items ?? []) { if (item.size) return item.name; } return "none"; })(); return name === undefined || name === "first"; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "the largest and the smallest",
      rule: `${spec} => { let most = 0; let least: number | undefined; for (const size of spec?.sizes ?? []) { if (size > most) most = size; if (least === undefined || size < least) least = size; } return most === 3 && least === 1 || most === 2 && least === 2; }`,
      denies: ["full", "short"],
    },
    {
      title: "the largest of what may be absent",
      rule: `${spec} => { let most = 0; for (const item of spec?.items ?? []) { if (item.size! > most) most = item.size!; } return most > 1; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "what a list collects",
      rule: `${spec} => { const names: string[] = []; for (const item of spec?.items ?? []) { if (item.on) names.push(item.name ?? "none"); } return names.join() === "second,none"; }`,
      denies: ["full"],
    },
    {
      title: "a text that is put together",
      rule: `${spec} => { let text = "x"; for (const name of spec?.names ?? []) { text += "-" + name; } return text === "x-two-three-one" || text === "x"; }`,
      denies: ["mixed", "large", "empty", "wrong types", "bare"],
    },
    {
      title: "entries of a map",
      rule: `${spec} => { let count = 0; const keys: string[] = []; for (const [key, value] of Object.entries(metadata.labels ?? {})) { if (value === "x") { count += 1; keys.push(key); } } return count === 2 && keys.includes("b"); }`,
      denies: ["full"],
    },
    {
      title: "forEach",
      rule: `${spec} => { let count = 0; (spec?.names ?? []).forEach((name) => { if (name === "two") return; count++; }); return count === 2; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "one inside another",
      rule: `${spec} => { let count = 0; for (const item of spec?.items ?? []) { for (const tag of item.tags ?? []) { if (tag === "t") count++; } } return count === 2; }`,
      denies: ["full"],
    },
    {
      title: "returns, or counts",
      rule: `${spec} => { let count = 0; for (const name of spec?.names ?? []) { if (name === "three") return true; count++; } return count === 1; }`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "what cannot be read",
      rule: `${spec} => { let sum = 0; for (const item of spec!.inner.items) { sum += item.deep.size; } return sum === 3; }`,
      denies: ["full", "mixed", "short", "large", "wrong types", "bare"],
    },
    {
      title: "reduce to a sum",
      rule: `${spec} => (spec?.sizes ?? []).reduce((sum, size) => sum + size, 0) === 6.5 || (spec?.items ?? []).reduce((sum, item) => item.on ? sum + (item.size ?? 1) : sum, 0) === 1`,
      denies: ["full", "mixed"],
    },
    {
      title: "reduce without a beginning",
      rule: `${spec} => spec!.sizes!.reduce((sum, size) => sum + size) === 6.5`,
      denies: ["full", "empty", "wrong types", "bare"],
    },
    {
      title: "reduceRight where the order says nothing",
      rule: `${spec} => (spec?.items ?? []).reduceRight((count, item) => item.on ? count + 1 : count, 0) === 2 || Object.values(metadata.labels ?? {}).reduceRight((any, value) => any || value === "q", false) || ["a", spec?.names?.[0] ?? "b", "c"].reduceRight((text, name, at) => text + name + at, "") === "c2two1a0"`,
      denies: ["full", "mixed", "short"],
    },
    {
      title: "reduceRight to a sum of lengths and the largest",
      rule: `${spec} => (spec?.names ?? []).reduceRight((sum, name) => sum + name.length, 0) === 11 && (spec?.sizes ?? []).reduceRight((most, size) => Math.max(most, size), 0) === 3`,
      denies: ["full"],
    },
    {
      title: "reduce to the largest and the smallest",
      rule: `${spec} => (spec?.sizes ?? []).reduce((most, size) => size > most ? size : most, 0) === 3 || (spec?.sizes ?? []).reduce((least, size) => least < size ? least : size, 1) === 0.1`,
      denies: ["full", "mixed"],
    },
    {
      title: "Math.max and Math.min",
      rule: `${spec} => { let most = 0; for (const item of spec?.items ?? []) most = Math.max(most, item.size ?? 0); return most === 7 || (spec?.sizes ?? []).reduce((least, size) => Math.min(least, size), 5) === 0.1; }`,
      denies: ["full", "mixed"],
    },
    {
      title: "reduce to any and all",
      rule: `${spec} => (spec?.names ?? []).reduce((any, name) => any || name === "two", false) && (spec?.names ?? []).reduce((every, name) => every && name !== "one", true)`,
      denies: ["short"],
    },
    {
      title: "reduce over entries and values of a map",
      rule: `({ oldObject: { metadata } }) => Object.entries(metadata.labels ?? {}).filter(([key]) => key !== "b").reduce((sum, [, value]) => sum + value.length, 0) === 5 || Object.values(metadata.labels ?? {}).reduce((most, value) => Math.max(most, value.length), 0) === 7 || Object.values(metadata.labels ?? {}).reduce((any, value) => any || value === "1", false)`,
      denies: ["full"],
    },
    {
      title: "reduce of a written list",
      rule: `${spec} => ["a", spec?.names?.[0] ?? "b"].reduce((text, name) => text + "-" + name) === "a-two" && [1, 2, 3].reduce((sum, n) => sum + n, 0) === 6`,
      denies: ["mixed", "short"],
    },
    {
      title: "in a message",
      rule: `${spec} => { let count = 0; for (const name of spec?.names ?? []) { if (name !== "two") count++; } return count > 1; }`,
      message: `${spec} => { let count = 0; for (const name of spec?.names ?? []) { if (name !== "two") count++; } return \`\${count} others\`; }`,
      denies: ["full", "mixed"],
      says: { full: "2 others" },
    },
  ],
};
