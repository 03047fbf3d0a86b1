import { type Plural, resourceRule, webhook } from "./configurations.ts";

/** As much of everything as is compared, so planned that each is compared with all others before it is found. */
interface Large extends TooLong {
  readonly weakening: object;
}

interface TooLong {
  readonly title: string;
  readonly plural: Plural;
  readonly content: { readonly [key: string]: unknown };
  /** Weakens nothing. */
  readonly upgrade: object;
  /** What rejects the update that is not let through. */
  readonly rule: string;
}

const numbered = (count: number, beginning: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${beginning}${at}`);

const maxItems = 30;
const alike = (name: string) => ({
  apiGroups: numbered(maxItems, "group").map((group) => `${group}.example.com`),
  apiVersions: numbered(maxItems, "v"),
  operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
  resources: [...numbered(maxItems - 1, "resource"), name],
});
const rules = numbered(10, "last").map(alike);
const conditions = numbered(64, "condition").map((name) => ({ name, expression: "true" }));
const validations = numbered(200, "rule").map((name) => ({ expression: "true", message: `${name}: ${"x".repeat(5_000)}` }));
const selector = { matchLabels: Object.fromEntries(numbered(5_000, "k".repeat(50)).map((key) => [key, "v".repeat(60)])) };
const nothing = { resourceRules: [resourceRule("nothing.example.com", ["cups"])] };
const few = [{ expression: "true", message: "keep: one rule" }];
const webhooks = numbered(50, "hook").map((name) => ({
  ...webhook(name),
  rules: numbered(30, "last").map((resource) => resourceRule("nothing.example.com", [resource])),
  matchConditions: conditions.slice(0, 8),
}));

const policy = (content: object, upgrade: object, weakening: object): Omit<Large, "title" | "rule"> => ({
  plural: "validatingadmissionpolicies",
  content: {
    spec: { failurePolicy: "Fail", matchConditions: conditions, matchConstraints: nothing, validations: few, ...content },
  },
  upgrade: { spec: upgrade },
  weakening: { spec: weakening },
});

export const large: readonly Large[] = [
  {
    title: "rules of a policy",
    rule: "ruleGuard",
    ...policy({ validations }, { validations: validations.toReversed() }, { validations: validations.slice(1) }),
  },
  {
    title: "resource rules",
    rule: "matchGuard",
    ...policy(
      { matchConstraints: { resourceRules: rules } },
      { matchConstraints: { resourceRules: rules.toReversed() } },
      { matchConstraints: { resourceRules: [...rules.slice(1), alike("other")] } },
    ),
  },
  {
    title: "exclusions",
    rule: "exclusionGuard",
    ...policy(
      { matchConstraints: { ...nothing, excludeResourceRules: rules } },
      { matchConstraints: { excludeResourceRules: rules.toReversed() } },
      { matchConstraints: { excludeResourceRules: [...rules.slice(1), alike("other")] } },
    ),
  },
  {
    title: "selectors",
    rule: "conditionGuard",
    ...policy(
      { matchConstraints: { ...nothing, namespaceSelector: selector, objectSelector: selector } },
      { matchConditions: conditions.toReversed() },
      { matchConstraints: { objectSelector: { matchLabels: { one: "more" } } } },
    ),
  },
  {
    title: "webhooks",
    rule: "webhookGuard",
    plural: "validatingwebhookconfigurations",
    content: { webhooks },
    upgrade: { webhooks: webhooks.toReversed() },
    weakening: { webhooks: webhooks.toReversed().map((one, at) => (at === 0 ? { ...one, failurePolicy: "Ignore" } : one)) },
  },
];

/** Ten resource rules, each of them with one list that nobody has, and all different in their last resource. */
const withLong = (list: string, items: readonly string[]): TooLong => {
  const long = numbered(10, "last").map((last) => {
    const { resources, ...rule } = alike(last);
    return { ...rule, resources, [list]: list === "resources" ? [...items, last] : items };
  });
  return {
    title: list,
    rule: "matchGuard",
    plural: "validatingadmissionpolicies",
    content: { spec: { failurePolicy: "Fail", matchConstraints: { resourceRules: long }, validations: few } },
    upgrade: { spec: { matchConstraints: { resourceRules: long.toReversed() } } },
  };
};

const ofWebhooks = (title: string, some: readonly object[]): TooLong => ({
  title,
  rule: "webhookGuard",
  plural: "validatingwebhookconfigurations",
  content: { webhooks: some },
  upgrade: { webhooks: some.toReversed() },
});

const ofPolicy = (title: string, rule: string, spec: object, changed: object): TooLong => ({
  title,
  rule,
  plural: "validatingadmissionpolicies",
  content: { spec: { failurePolicy: "Fail", matchConstraints: nothing, validations: few, ...spec } },
  upgrade: { spec: changed },
});

const manyRules = numbered(200, "resource").map((name) => resourceRule("nothing.example.com", [name]));
const manyValidations = numbered(1_500, "rule").map((name) => ({ expression: "true", message: name }));

/** Compared, each of them would cost more than the API server allows. */
export const tooLong: readonly TooLong[] = [
  withLong("apiGroups", numbered(300, "group")),
  withLong("apiVersions", numbered(300, "v")),
  withLong("resources", numbered(300, "resource")),
  withLong(
    "operations",
    Array.from({ length: 300 }, () => "DELETE"),
  ),
  withLong("resourceNames", numbered(10_000, "name")),
  ofPolicy(
    "resource rules",
    "matchGuard",
    { matchConstraints: { resourceRules: manyRules } },
    { matchConstraints: { resourceRules: manyRules.toReversed() } },
  ),
  ofPolicy(
    "exclusions",
    "exclusionGuard",
    { matchConstraints: { ...nothing, excludeResourceRules: manyRules } },
    { matchConstraints: { excludeResourceRules: manyRules.toReversed() } },
  ),
  ofPolicy("validations", "ruleGuard", { validations: manyValidations }, { validations: manyValidations.toReversed() }),
  ofWebhooks("webhooks", numbered(1_000, "hook").map(webhook)),
  ofWebhooks(
    "conditions of webhooks",
    numbered(20, "hook").map((name) => ({ ...webhook(name), matchConditions: conditions })),
  ),
  ofWebhooks("rules of a webhook", [
    { ...webhook("one"), rules: numbered(3_000, "cup").map((name) => resourceRule("nothing.example.com", [name])) },
    webhook("two"),
  ]),
];
