import type { Family } from "../language-case.ts";

const many = Array.from({ length: 2_001 }, () => ({ name: "a" }));

const requests = {
  full: {
    stored: {
      spec: {
        items: [{ name: "b", size: 2, tags: ["x", "y"] }, { name: "a" }],
        hosts: ["b", "a", "b"],
        source: { kind: "git", url: "https://example.com", depth: 2 },
        tier: "gold",
        used: { cpu: "1" },
        limit: "50%",
      },
    },
  },
  sparse: {
    stored: {
      spec: {
        items: [{}, { name: "c", size: 3 }],
        hosts: ["a"],
        source: { kind: "helm", charts: ["c1"], url: ["no text"] },
        tier: "silver",
        used: { constructor: "2" },
        hard: { constructor: "9" },
        limit: 4,
      },
    },
  },
  "other values": {
    stored: {
      spec: { items: [7, null, { name: 7, size: "x" }], hosts: [null, 7], source: { kind: "oci", depth: 7 }, tier: "bronze" },
    },
  },
  "other types": { stored: { spec: { items: { name: "a" }, hosts: "a", source: "git", tier: 7, used: ["cpu"], limit: [1] } } },
  "not ASCII": {
    stored: { spec: { hosts: ["\u{1F600}", "\uFF5E"], source: { url: "x" }, used: { cpu: "1" }, hard: { cpu: "4" } } },
  },
  "a large list": { stored: { spec: { items: many } } },
  empty: { stored: { spec: {} } },
  bare: { stored: {} },
} as const;

const types = `
interface Item { name?: string; size?: number; tags?: string[] }
type Source = { kind: "git"; url: string; depth?: number } | { kind: "helm"; charts: string[]; url?: string[] };`;

const before = `${types}
const described = (item: Item) => ({ label: item.name ?? "none", size: item.size ?? 0, tags: item.tags ?? [], first: item.tags?.[0] });
const kept = (thing: Thing) => (thing.spec?.items ?? []).map(described).filter((d) => d.label !== "a");
function parts(source: Source | undefined): readonly string[] {
  if (source === undefined) return ["no source"];
  switch (source.kind) {
    case "git":
      return source.depth ? [\`from \${source.url}\`] : [];
    case "helm":
      return source.charts;
  }
}
const rank = (tier: "gold" | "silver") => {
  switch (tier) {
    case "gold":
      return 2;
    case "silver":
      return 1;
  }
};
const scaled = (value: string | number | undefined): number | null => {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  return value.endsWith("%") ? null : 1;
};`;

const type =
  'spec?: { items?: Item[]; hosts?: string[]; source?: Source; tier?: "gold" | "silver"; used?: Record<string, string>; hard?: Record<string, string>; limit?: string | number }';

/** Objects that a rule makes of each element, lists in an order that CEL does not know, and one of several objects. */
export const madeObjects: Family = {
  title: "objects of each element, orders of texts, one of several objects",
  type,
  requests,
  cases: [
    {
      title: "some of the objects that a helper makes",
      before,
      rule: `({ oldObject }) => (oldObject.spec?.items ?? []).map(described).some((d) => d.size > 1 && d.label !== "c")`,
      denies: ["full", "a large list"],
    },
    {
      title: "objects that are filtered and counted",
      before,
      rule: `({ oldObject }) => kept(oldObject).length === 2`,
      denies: ["sparse", "a large list"],
    },
    {
      title: "texts of objects, and whether each has one",
      before,
      rule: `({ oldObject }) => kept(oldObject).map(({ label, first }) => \`\${label}:\${first}\`).includes("b:x") || !kept(oldObject).every((d) => d.tags.length === 0 || d.first !== undefined)`,
      message: `({ oldObject }) => \`\${kept(oldObject).map((d) => d.label).join(", ")} of \${kept(oldObject).length}\``,
      denies: ["full", "a large list"],
      says: { full: "b of 1" },
    },
    {
      title: "objects of objects, in an order of their own",
      before,
      rule: `({ oldObject }) => kept(oldObject).map((d) => ({ name: d.label, large: d.size > 2 })).toSorted((a, b) => (a.name < b.name ? -1 : 1)).some((d) => d.large)`,
      denies: ["sparse", "a large list"],
    },
    {
      title: "what every object inherits, in an object that is made",
      before: types,
      rule: `({ oldObject: { spec } }) => {
        const hard = spec?.hard ?? {};
        return Object.keys(spec?.used ?? {}).map((k) => ({ key: k, hard: hard[k] ?? "none" })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).length > 0;
      }`,
      denies: ["full", "sparse", "not ASCII"],
    },
    {
      title: "texts in their order, of which the order does not matter",
      before: types,
      rule: `({ oldObject: { spec } }) => (spec?.hosts ?? []).toSorted().includes("b") || [...new Set(spec?.hosts ?? [])].sort((a, b) => a.localeCompare(b)).some((h) => h === "b" || h > "~")`,
      denies: ["full", "not ASCII"],
    },
    {
      title: "lists in a list, in their order",
      before: types,
      rule: `({ oldObject: { spec } }) => (spec?.items ?? []).flatMap((i) => i.tags ?? []).map((t) => t + "!").sort().length > 1`,
      denies: ["full", "a large list"],
    },
    {
      title: "the parts of one of several objects, of which the cluster may hold another",
      before,
      rule: `({ oldObject }) => parts(oldObject.spec?.source).length > 0`,
      denies: ["full", "sparse", "other values", "other types", "not ASCII", "a large list", "empty", "bare"],
    },
    {
      title: "fields of one of several objects",
      before: types,
      rule: `({ oldObject: { spec } }) => spec?.source?.kind === "git" ? spec.source.depth === 2 : spec?.source?.kind === "helm" && spec.source.charts.includes("c1")`,
      denies: ["full", "sparse"],
    },
    {
      title: "a number for each text that is listed, and nothing for others",
      before,
      rule: `({ oldObject: { spec } }) => spec?.tier !== undefined && rank(spec.tier) !== 1`,
      denies: ["full", "other values"],
    },
    {
      title: "calculations with what may be null",
      before,
      rule: `({ oldObject: { spec } }) => { const most = scaled(spec?.limit); return most === null ? false : Math.max(0, 7 - most) > 2; }`,
      denies: ["sparse"],
    },
  ],
};
