import { type Plural, bindingSpec, ours, policySpec, resourceRule, webhook } from "./configurations.ts";

/** An update of an object as `create` stores it, as a merge patch. */
export interface Update {
  readonly title: string;
  readonly plural: Plural;
  readonly patch: object;
}

export interface Weakening extends Update {
  readonly rule: string;
  readonly because: string;
}

const { matchConstraints, validations } = policySpec;
const { resourceRules } = matchConstraints;
const [cups, forks] = resourceRules as [(typeof resourceRules)[0], (typeof resourceRules)[0]];

const ofPolicy = (title: string, patch: object): Update => ({
  title,
  plural: "validatingadmissionpolicies",
  patch: { spec: patch },
});

const ofBinding = (title: string, patch: object): Update => {
  return { title, plural: "validatingadmissionpolicybindings", patch: { spec: patch } };
};

const ofWebhooks = (title: string, ...webhooks: readonly object[]): Update => {
  return { title, plural: "validatingwebhookconfigurations", patch: { webhooks } };
};

const matching = (title: string, patch: object): Update => ofPolicy(title, { matchConstraints: patch });

const rejectedBy = (rule: string, because: string, ...updates: readonly Update[]): readonly Weakening[] =>
  updates.map((update) => ({ ...update, rule, because }));

const unlabelled = (
  ["validatingadmissionpolicies", "validatingadmissionpolicybindings", "validatingwebhookconfigurations"] as const
).flatMap((plural) => [
  { title: "the label goes", plural, patch: { metadata: { labels: null } } },
  {
    title: "the label gets another value",
    plural,
    patch: { metadata: { labels: { ...ours, "app.kubernetes.io/managed-by": "Helm" } } },
  },
]);

const [one, two] = [webhook("one"), webhook("two")];

export const weakenings: readonly Weakening[] = [
  ...rejectedBy(
    "labelGuard",
    "removes the label that protects it, app.kubernetes.io/managed-by=holdfast or app.kubernetes.io/part-of=holdfast",
    ...unlabelled,
  ),
  ...rejectedBy(
    "failureGuard",
    "would allow requests that it cannot evaluate: failurePolicy was Fail",
    ofPolicy("failures are ignored", { failurePolicy: "Ignore" }),
  ),
  ...rejectedBy(
    "ruleGuard",
    "removes a rule (a message of spec.validations is missing), or is too long to compare",
    ofPolicy("a rule goes", { validations: validations.slice(1) }),
    ofPolicy("all rules become one that holds", { validations: [{ expression: "true" }] }),
    ofPolicy("more rules than can be compared", {
      validations: [...validations, ...Array.from({ length: 199 }, (_, at) => ({ expression: "true", message: `${at}` }))],
    }),
  ),
  ...rejectedBy(
    "matchGuard",
    "narrows what it matches, or is too long to compare",
    matching("a resource goes", { resourceRules: [resourceRule("nothing.example.com", ["cups"]), forks] }),
    matching("every resource, and no subresource", { resourceRules: [cups, { ...forks, resources: ["*"] }] }),
    matching("a resource rule goes", { resourceRules: [cups] }),
    matching("an operation becomes another", { resourceRules: [{ ...cups, operations: ["CREATE"] }, forks] }),
    matching("a version becomes another", { resourceRules: [{ ...cups, apiVersions: ["v2"] }, forks] }),
    matching("objects by name", { resourceRules: [{ ...cups, resourceNames: ["x"] }, forks] }),
    matching("one scope", { resourceRules: [{ ...cups, scope: "Cluster" }, forks] }),
    matching("one version only", { matchPolicy: "Exact" }),
    matching("more resource rules than can be compared", {
      resourceRules: [cups, forks, ...Array.from({ length: 9 }, (_, at) => resourceRule(`g${at}.example.com`, ["x"]))],
    }),
  ),
  ...rejectedBy(
    "matchGuard",
    "narrows what it matches, or is too long to compare",
    ofBinding("another policy", { policyName: "other" }),
    ofBinding("other Namespaces", { matchResources: { namespaceSelector: { matchLabels: { tier: "test" } } } }),
    ofBinding("fewer objects", { matchResources: { objectSelector: { matchLabels: { a: "b" } } } }),
    ofBinding("parameters", { paramRef: { name: "x", parameterNotFoundAction: "Allow" } }),
  ),
  ...rejectedBy(
    "exclusionGuard",
    "excludes more requests, or is too long to compare",
    matching("an exclusion more", { excludeResourceRules: [resourceRule("none.example.com", ["spoons", "forks"])] }),
  ),
  ...rejectedBy(
    "conditionGuard",
    "adds a condition to what it matches: a selector, a match condition or parameters",
    matching("a selector of Namespaces", { namespaceSelector: { matchLabels: { a: "b" } } }),
    matching("a selector of objects", { objectSelector: { matchExpressions: [{ key: "a", operator: "Exists" }] } }),
    ofPolicy("a match condition more", {
      matchConditions: [...policySpec.matchConditions, { name: "never", expression: "false" }],
    }),
    ofPolicy("parameters", { paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
  ),
  ...rejectedBy(
    "actionGuard",
    "makes it deny nothing: Deny is missing in spec.validationActions",
    ofBinding("warns only", { validationActions: ["Warn"] }),
    ofBinding("audits only", { validationActions: ["Audit"] }),
  ),
  ...rejectedBy(
    "webhookGuard",
    "takes a webhook away, narrows it, has it let through what it cannot judge, or is too long to compare",
    ofWebhooks("a webhook goes", one),
    ofWebhooks("all webhooks go"),
    ofWebhooks("another name", one, webhook("three")),
    ofWebhooks("failures are ignored", one, { ...two, failurePolicy: "Ignore" }),
    ofWebhooks("a rule goes", one, { ...two, rules: two.rules.slice(1) }),
    ofWebhooks("a rule becomes another", one, { ...two, rules: [{ ...two.rules[0], operations: ["CREATE"] }, two.rules[1]] }),
    ofWebhooks("a selector", one, { ...two, objectSelector: { matchLabels: { a: "b" } } }),
    ofWebhooks("one version only", one, { ...two, matchPolicy: "Exact" }),
    ofWebhooks("a match condition", one, { ...two, matchConditions: [{ name: "never", expression: "false" }] }),
  ),
];

/** What an ordinary upgrade does. */
export const upgrades: readonly Update[] = [
  ofPolicy("an expression becomes another", { validations: [{ ...validations[0], expression: "1 == 1" }, validations[1]] }),
  ofPolicy("rules in another order", { validations: validations.toReversed() }),
  ofPolicy("a rule more", { validations: [...validations, { expression: "true", message: "third: rule" }] }),
  ofPolicy("variables", { variables: [{ name: "a", expression: "1" }] }),
  ofPolicy("a match condition says something else", { matchConditions: [{ name: "always", expression: "1 == 1" }] }),
  ofPolicy("no match conditions", { matchConditions: null }),
  matching("a resource more", { resourceRules: [{ ...cups, resources: ["cups", "plates", "pots"] }, forks] }),
  matching("a resource rule more", { resourceRules: [...resourceRules, resourceRule("more.example.com", ["pans"])] }),
  matching("every group", {
    resourceRules: [
      { ...cups, apiGroups: ["*"], resources: ["*/*"] },
      { ...cups, apiGroups: ["*"], resources: ["*"] },
    ],
  }),
  matching("every operation and version", { resourceRules: [{ ...cups, operations: ["*"], apiVersions: ["*"] }, forks] }),
  matching("no exclusions", { excludeResourceRules: null }),
  ofBinding("the audit log, too", { validationActions: ["Deny", "Audit"] }),
  ofBinding("everywhere", { matchResources: null }),
  ofBinding("the same again", bindingSpec),
  ofWebhooks("another address", one, { ...two, clientConfig: { url: "https://127.0.0.1:10/" } }),
  ofWebhooks("a webhook more", one, two, webhook("three")),
  ofWebhooks("a rule more", one, { ...two, rules: [...two.rules, resourceRule("more.example.com", ["pans"])] }),
  ofWebhooks("more time", one, { ...two, timeoutSeconds: 5 }),
];
