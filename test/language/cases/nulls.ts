import type { Family } from "../language-case.ts";

const requests = {
  bare: { stored: {} },
  prod: { stored: { metadata: { labels: { env: "prod" }, annotations: { owner: "a@example.com" } } } },
  "no mail": { stored: { metadata: { labels: { env: "dev" }, annotations: { owner: "me" } } } },
  fine: { stored: { metadata: { labels: { env: "dev" }, annotations: { owner: "a@example.com" } }, spec: { text: "a" } } },
  nulls: { stored: { metadata: { labels: { env: "dev" } }, spec: { text: null, list: null } } },
  "other types": { stored: { metadata: { labels: { env: "dev" } }, spec: { text: 1, list: "a" } } },
  list: { stored: { metadata: { labels: { env: "dev" } }, spec: { text: "", list: ["a"] } } },
} as const;

const reason = `function reason(object: KubernetesObject): string | null {
  const { labels = {}, annotations = {} } = object.metadata;
  if (labels["env"] === "prod") return "it is in production";
  if (annotations["owner"] && !annotations["owner"].includes("@")) return "its owner is no mail address";
  if (Object.keys(labels).length === 0) return "it has no labels";
  return null;
}`;

/** Nothing for "dev" without an owner, null for "dev" with one, the text for all others. */
const either = `const either = (object: Stored<Thing>): string | null | undefined => {
  if (object.metadata.labels?.["env"] !== "dev") return "other";
  return object.metadata.annotations?.["owner"] === undefined ? object.spec?.text : null;
};`;

export const nulls: Family = {
  title: "null, as authors write it",
  type: "spec?: { text?: string; list?: string[] }",
  requests,
  cases: [
    {
      title: "a reason, or null",
      before: reason,
      rule: "({ oldObject }) => reason(oldObject) !== null",
      denies: ["bare", "prod", "no mail"],
    },
    {
      title: "the same reason in the message",
      before: reason,
      rule: "({ oldObject }) => { const why = reason(oldObject); return why !== null && why.length > 3; }",
      message: '({ oldObject }) => `because ${reason(oldObject) ?? "nothing"}`',
      denies: ["bare", "prod", "no mail"],
      says: { bare: "because it has no labels", prod: "because it is in production" },
    },
    {
      title: "as a condition",
      before: reason,
      rule: "({ oldObject }) => !reason(oldObject)",
      denies: ["fine", "nulls", "other types", "list"],
    },
    {
      title: "null or undefined: === null tells",
      before: either,
      rule: "({ oldObject }) => either(oldObject) === null",
      denies: ["no mail", "fine"],
    },
    {
      title: "null or undefined, and nothing else",
      rule: `({ oldObject }) => (oldObject.metadata.labels?.["env"] === "prod" ? undefined : null) === undefined`,
      denies: ["prod"],
    },
    {
      title: "undefined or null, and nothing else",
      rule: `({ oldObject }) => (oldObject.metadata.labels?.["env"] === "prod" ? undefined : null) === null`,
      denies: ["bare", "no mail", "fine", "nulls", "other types", "list"],
    },
    {
      title: "null or undefined: === undefined tells, since a stored null is undefined",
      before: either,
      rule: "({ oldObject }) => either(oldObject) === undefined",
      denies: ["nulls", "other types"],
    },
    {
      title: "null or undefined: == null takes both",
      before: either,
      rule: "({ oldObject }) => either(oldObject) == null",
      denies: ["no mail", "fine", "nulls", "other types"],
    },
    {
      title: "?? null, and ?? undefined of it",
      rule: "({ oldObject }) => { const text = oldObject.spec?.text ?? null; return text === null && (text ?? undefined) === undefined; }",
      denies: ["bare", "prod", "no mail", "nulls", "other types"],
    },
    {
      title: "two that may be null",
      before: either,
      rule: "({ oldObject }) => either(oldObject) === (oldObject.spec?.text ?? null)",
      denies: ["no mail", "list"],
    },
    {
      title: "a default stands in for undefined, and not for null",
      before: `${either} const or = (value: string | null | undefined = "none"): string | null => value;`,
      rule: `({ oldObject }) => or(either(oldObject)) === "none" || or(null) === "none"`,
      denies: ["nulls", "other types"],
    },
    {
      title: "typeof null is object",
      before: either,
      rule: `({ oldObject }) => typeof either(oldObject) === "object"`,
      denies: ["no mail", "fine"],
    },
    {
      title: "in an object, in a list, in switch",
      before: either,
      rule: `({ oldObject }) => { const one = { value: either(oldObject), none: null }; switch (one.value) { case null: return [one.none].includes(null); case undefined: return false; default: return one.value === "other" && one.none === null; } }`,
      denies: ["bare", "prod", "no mail", "fine"],
    },
    {
      title: "a list or null",
      rule: `({ oldObject }) => { const list = oldObject.spec?.text === "" ? (oldObject.spec.list ?? null) : null; return list !== null && list?.length === 1; }`,
      denies: ["list"],
    },
    {
      title: "nothing but null and undefined",
      rule: `({ oldObject }) => (oldObject.spec?.text === "a" ? null : undefined) === null`,
      denies: ["fine"],
    },
    {
      title: "what is stored is never null",
      before: "const isNull = (value: string | null | undefined): boolean => value === null;",
      rule: "({ oldObject }) => isNull(oldObject.spec?.text)",
      denies: [],
    },
  ],
};
