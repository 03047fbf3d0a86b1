import type { Family } from "../language-case.ts";

const requests = {
  bare: { stored: {} },
  prod: { stored: { metadata: { labels: { env: "prod" } } } },
  staging: { stored: { metadata: { labels: { env: "staging" } } } },
  dev: { stored: { metadata: { labels: { env: "dev" } } } },
  "no row": { stored: { metadata: { labels: { env: "other" } } } },
  "an inherited key": { stored: { metadata: { labels: { env: "constructor" } } } },
  "another inherited key": { stored: { metadata: { labels: { env: "toString" } } } },
} as const;

const rules = `const RULES = {
  prod: { deny: true, contact: "#prod", limit: 1 },
  staging: { deny: true, contact: "#staging" },
  dev: { deny: false, contact: "#dev" },
} as const satisfies Record<string, { deny: boolean; contact: string; limit?: number }>;
type Env = keyof typeof RULES;
const envOf = (labels?: Record<string, string>): Env => (labels?.["env"] as Env | undefined) ?? "dev";`;

const tiers = `const TIERS: Readonly<Record<string, number>> = { prod: 3, staging: 2, dev: 0 };
const NAMES: Readonly<Record<string, string | undefined>> = { prod: "p", staging: "s" };
const ON: Readonly<Record<string, boolean>> = { prod: true, staging: false, toString: false };
const envOf = (object: KubernetesObject): string => object.metadata.labels?.["env"] ?? "none";
const tierOf = (object: KubernetesObject): number => TIERS[envOf(object)] ?? 1;`;

const lists = `const ALLOWED: Record<string, string[]> = { prod: ["prod", "x"], staging: ["staging"], toString: ["a"] };
const envOf = (object: KubernetesObject): string => object.metadata.labels?.["env"] ?? "none";`;

export const tables: Family = {
  title: "tables of the policy",
  requests,
  cases: [
    {
      title: "a field of a row, by a key of the cluster's",
      before: rules,
      rule: "({ oldObject }) => RULES[envOf(oldObject.metadata.labels)]?.deny ?? false",
      cel: "{'prod': true, 'staging': true, 'dev': false}[?oldObject.metadata.?labels[?'env'].orValue('dev')].orValue(false) != true",
      denies: ["prod", "staging"],
    },
    {
      title: "the same in the message",
      before: rules,
      rule: "({ oldObject }) => RULES[envOf(oldObject.metadata.labels)]?.deny ?? false",
      message: "({ oldObject }) => `Ask in ${RULES[envOf(oldObject.metadata.labels)].contact}`",
      denies: ["prod", "staging"],
      says: { prod: "Ask in #prod", staging: "Ask in #staging" },
    },
    {
      title: "a field that some rows have",
      before: `const LIMITS: Readonly<Record<string, { readonly limit?: number }>> = { prod: { limit: 1 }, dev: {} };`,
      rule: `({ oldObject }) => LIMITS[oldObject.metadata.labels?.["env"] ?? ""]?.limit === 1`,
      denies: ["prod"],
    },
    {
      title: "a row that is not there",
      before: rules,
      rule: `({ oldObject }) => RULES[envOf(oldObject.metadata.labels)]?.contact === undefined`,
      denies: ["no row", "an inherited key", "another inherited key"],
    },
    {
      title: "without ?. of a row that is not there",
      before: rules,
      rule: `({ oldObject }) => RULES[envOf(oldObject.metadata.labels)].contact === "#prod"`,
      denies: ["prod", "no row"],
    },
    {
      title: "a number in an object, by a key of the cluster's",
      before: tiers,
      rule: `({ oldObject }) => (TIERS[envOf(oldObject)] ?? 0) > 2`,
      denies: ["prod"],
    },
    {
      title: "one that is compared where there is none",
      before: tiers,
      rule: `({ oldObject }) => tierOf(oldObject) < 2`,
      denies: ["bare", "dev", "no row"],
    },
    {
      title: "with the key as one of the object's",
      before: tiers,
      rule: `({ oldObject }) => TIERS[oldObject.metadata.labels?.["env"] as keyof typeof TIERS]! >= 2`,
      denies: ["prod", "staging"],
    },
    {
      title: "a flag, which is a function of inherited keys",
      before: tiers,
      rule: `({ oldObject }) => ON[envOf(oldObject)]`,
      denies: ["prod", "an inherited key"],
    },
    {
      title: "no flag",
      before: tiers,
      rule: `({ oldObject }) => !ON[envOf(oldObject)]`,
      denies: ["bare", "staging", "dev", "no row", "another inherited key"],
    },
    {
      title: "text, or another",
      before: tiers,
      rule: `({ oldObject }) => (NAMES[envOf(oldObject)] || "none") === "none"`,
      denies: ["bare", "dev", "no row"],
    },
    {
      title: "whether there is text",
      before: tiers,
      rule: `({ oldObject }) => { const name = NAMES[envOf(oldObject)]; if (name === undefined) return false; return name !== "p"; }`,
      denies: ["staging", "an inherited key", "another inherited key"],
    },
    {
      title: "text that is compared with what may be absent",
      before: tiers,
      rule: `({ oldObject }) => NAMES[envOf(oldObject)] === oldObject.metadata.labels?.["short"]`,
      denies: ["bare", "dev", "no row"],
    },
    {
      title: "nothing at all",
      before: tiers,
      rule: `({ oldObject }) => NAMES[envOf(oldObject)] == null`,
      denies: ["bare", "dev", "no row"],
    },
    {
      title: "whether a key is there",
      before: tiers,
      rule: `({ oldObject }) => envOf(oldObject) in ON && !(envOf(oldObject) in NAMES && envOf(oldObject) !== "prod")`,
      denies: ["prod"],
    },
    {
      title: "a list, by a key of the cluster's",
      before: lists,
      rule: `({ oldObject }) => !ALLOWED[envOf(oldObject)]?.includes(oldObject.metadata.name)`,
      denies: ["bare", "dev", "no row", "an inherited key", "another inherited key"],
    },
    {
      title: "a list that has a name, and one that stands in for it",
      before: lists,
      rule: `({ oldObject }) => { const allowed = ALLOWED[envOf(oldObject)] ?? ["none"]; return allowed.some((one) => one === "none" || one.startsWith("st")) && allowed.join() !== "x"; }`,
      denies: ["bare", "staging", "dev", "no row", "an inherited key"],
    },
    {
      title: "without ?. of a list that is not there",
      before: lists,
      rule: `({ oldObject }) => !ALLOWED[envOf(oldObject)].includes("prod")`,
      denies: ["bare", "staging", "dev", "no row", "an inherited key", "another inherited key"],
    },
    {
      title: "whether there is a list",
      before: lists,
      rule: `({ oldObject }) => ALLOWED[envOf(oldObject)] && (ALLOWED[envOf(oldObject)] ?? []).filter((one) => one !== "x").length < 2`,
      denies: ["prod", "staging", "an inherited key", "another inherited key"],
    },
    {
      title: "a number in a product, which is none of an inherited key",
      before: tiers,
      rule: `({ oldObject }) => { const tier = tierOf(oldObject) * 2; return tier >= 4 || !(tier < 1000) || (TIERS[envOf(oldObject)] ?? 7) - 7 === 0; }`,
      denies: ["bare", "prod", "staging", "no row", "an inherited key", "another inherited key"],
    },
    {
      title: "methods of a text, by a key of the cluster's",
      before: tiers,
      rule: `({ oldObject }) => { const name = NAMES[envOf(oldObject)] ?? envOf(oldObject); return name.startsWith("s") || name.split("e")[0] === "d"; }`,
      denies: ["staging", "dev", "an inherited key", "another inherited key"],
    },
    {
      title: "methods of a text that may not be there",
      before: tiers,
      rule: `({ oldObject }) => NAMES[envOf(oldObject)]?.toUpperCase() === "P" || !NAMES[envOf(oldObject)]?.includes("s")`,
      denies: ["bare", "prod", "dev", "no row", "an inherited key", "another inherited key"],
    },
    {
      title: "in the message",
      before: tiers,
      rule: "({ oldObject }) => true",
      message: '({ oldObject }) => `${NAMES[envOf(oldObject)] ?? "none"} is kept`',
      says: { prod: "p is kept", bare: "none is kept", "an inherited key": "(cannot be shown) is kept" },
      denies: ["bare", "prod", "staging", "dev", "no row", "an inherited key", "another inherited key"],
    },
  ],
};
