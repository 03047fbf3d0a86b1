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
  ],
};
