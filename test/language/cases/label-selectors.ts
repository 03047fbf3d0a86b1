import type { Family, Request } from "../language-case.ts";

const labelled = (labels: Readonly<Record<string, string>>): Request => ({
  stored: { metadata: { labels }, spec: { selector: labels } },
});

const requests: Readonly<Record<string, Request>> = {
  gold: labelled({ tier: "gold", team: "a" }),
  silver: labelled({ tier: "silver" }),
  bronze: labelled({ tier: "bronze", "example.com/keep": "true" }),
  "an empty value": labelled({ tier: "", team: "" }),
  "other labels": labelled({ team: "b" }),
  "odd keys": labelled({ constructor: "gold", toString: "gold", tier: "gold" }),
  "no labels": { stored: { metadata: { annotations: { tier: "gold" } }, spec: { selector: {} } } },
  absent: { stored: {} },
  "other types": { stored: { spec: { selector: { tier: 1, team: ["a"], "example.com/keep": null } } } },
  "no map": { stored: { spec: { selector: "tier=gold" } } },
  "labels of the namespace": {
    stored: { metadata: { labels: { tier: "gold" } } },
    namespace: { labels: { env: "prod", tier: "gold" } },
  },
};

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const labelSelectors: Family = {
  title: "label selectors",
  type: "spec?: { selector?: Record<string, string> }",
  requests,
  cases: [
    {
      title: "matchLabels",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchLabels: { tier: "gold" } })`,
      cel: `oldObject.metadata.?labels[?'tier'].orValue('') != 'gold'`,
      denies: ["gold", "odd keys", "labels of the namespace"],
    },
    {
      title: "several matchLabels, one of them empty",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchLabels: { tier: "", "team": "" } })`,
      denies: ["an empty value"],
    },
    {
      title: "In",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] })`,
      cel: `!(oldObject.metadata.?labels[?'tier'].orValue('') in ['gold', 'silver'])`,
      denies: ["gold", "silver", "odd keys", "labels of the namespace"],
    },
    {
      title: "In with the empty value",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", ""] }] })`,
      denies: ["gold", "an empty value", "odd keys", "labels of the namespace"],
    },
    {
      title: "NotIn, which matches where the label is absent",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "NotIn", values: ["gold", ""] }] })`,
      denies: but("gold", "an empty value", "odd keys", "labels of the namespace"),
    },
    {
      title: "NotIn with one value",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "NotIn", values: [""] }] })`,
      denies: but("an empty value"),
    },
    {
      title: "Exists and DoesNotExist",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "Exists" }, { key: "example.com/keep", operator: "DoesNotExist" }] })`,
      denies: ["gold", "silver", "an empty value", "odd keys", "labels of the namespace"],
    },
    {
      title: "all together, from constants",
      before: `const selector = { matchLabels: record({ tier: "gold" }), matchExpressions: [{ key: "team", operator: "Exists" }] } as const;
        const selects = (labels: Labels | undefined): boolean => matchesLabels(labels, selector);`,
      rule: `({ oldObject: { metadata } }) => selects(metadata.labels)`,
      denies: ["gold"],
    },
    {
      title: "the empty selector",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, {})`,
      denies: all,
    },
    {
      title: "empty parts",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchLabels: {}, matchExpressions: [] })`,
      denies: all,
    },
    {
      title: "labels of the Namespace",
      rule: `({ namespaceObject }) => matchesLabels(namespaceObject?.metadata.labels, { matchLabels: { env: "prod" }, matchExpressions: [{ key: "tier", operator: "NotIn", values: ["silver", "bronze"] }] })`,
      denies: ["labels of the namespace"],
    },
    {
      title: "keys that objects inherit",
      rule: `({ oldObject }) => matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "constructor", operator: "Exists" }, { key: "valueOf", operator: "DoesNotExist" }] })`,
      denies: ["odd keys"],
    },
    {
      title: "a map of a custom resource",
      rule: `({ oldObject: { spec } }) => matchesLabels(spec?.selector, { matchExpressions: [{ key: "tier", operator: "NotIn", values: ["silver"] }, { key: "team", operator: "DoesNotExist" }, { key: "example.com/keep", operator: "NotIn", values: ["true", "yes"] }] })`,
      denies: but("gold", "silver", "bronze", "an empty value", "other labels"),
    },
    {
      title: "labels or none",
      rule: `({ oldObject: { metadata } }) => matchesLabels(metadata.labels?.["team"] === "a" ? undefined : metadata.labels, { matchExpressions: [{ key: "tier", operator: "DoesNotExist" }] })`,
      denies: but("silver", "bronze", "an empty value", "odd keys", "labels of the namespace"),
    },
    {
      title: "labels of the policy",
      before: `const DEFAULTS = record({ tier: "gold" });`,
      rule: `({ oldObject: { metadata } }) => matchesLabels(metadata.labels ?? DEFAULTS, { matchLabels: { tier: "gold" } }) && matchesLabels(DEFAULTS, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold"] }, { key: "team", operator: "DoesNotExist" }] }) && !matchesLabels({ team: "x" }, { matchLabels: { team: "y" } })`,
      denies: but("silver", "bronze", "an empty value", "other labels"),
    },
  ],
};
