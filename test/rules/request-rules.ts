import type { RuleTable } from "./rule-cases.ts";

const service = { spec: { ports: [{ port: 80 }] } };
const pod = { metadata: { labels: { app: "a" } }, spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
const job = { spec: { template: pod } };
const deployment = {
  spec: { selector: { matchLabels: { app: "a" } }, template: { ...pod, spec: { containers: [{ name: "c", image: "i" }] } } },
};
const secretsOperator = "system:serviceaccount:ops:secrets-operator";
const belongs = "production: Secret {name} belongs to production";
const networkPolicy = { spec: { podSelector: {} } };
const override = { verb: "override", resource: "networkpolicies.networking.k8s.io" };
const overridden =
  "overriders: NetworkPolicy {name} is deleted by those who may override it: kubectl create role override -n {namespace} --verb=override --resource=networkpolicies.networking.k8s.io --resource-name={name}";

/** Rules about who asks, how, and in which Namespace. */
export const requestRules: readonly RuleTable[] = [
  {
    policy: "name-pattern",
    apiVersion: "v1",
    kind: "Secret",
    plural: "secrets",
    cases: [
      { title: "of production", object: { metadata: { name: "prod-key" } }, denied: belongs },
      { title: "live", object: { metadata: { name: "live-key" } }, as: "alice", denied: belongs },
      { title: "a copy", object: { metadata: { name: "prod-key-copy" } } },
      { title: "by the operator", object: { metadata: { name: "prod-other" } }, as: secretsOperator },
      { title: "of nobody", object: { metadata: { name: "key-prod-x" } } },
    ],
  },
  {
    policy: "user-group",
    apiVersion: "v1",
    kind: "Service",
    plural: "services",
    cases: [
      { title: "an admin", object: service },
      { title: "an operator", object: service, as: "olga", groups: ["dev", "network-operators", "system:masters"] },
      {
        title: "somebody else",
        object: service,
        as: "eve",
        groups: ["network-operator", "deleters"],
        denied: 'operatorsOnly: "eve" is in none of network-operators, system:masters and may not delete Service {name}',
      },
      {
        title: "a name that is too long to show",
        object: service,
        as: `${"eve".repeat(90)}@example.com`,
        groups: ["deleters"],
        denied:
          "operatorsOnly: (cannot be shown) is in none of network-operators, system:masters and may not delete Service {name}",
      },
    ],
  },
  {
    policy: "namespace-inheritance",
    apiVersion: "apps/v1",
    kind: "Deployment",
    plural: "deployments",
    cases: [
      {
        title: "gold itself",
        object: { ...deployment, metadata: { labels: { tier: "gold" } } },
        denied: "gold: Deployment {name} is of tier gold, by a label on itself",
      },
      {
        title: "gold by its Namespace",
        object: deployment,
        namespace: { tier: "gold" },
        denied: "gold: Deployment {name} is of tier gold, by a label on Namespace {namespace}",
      },
      {
        title: "bronze in gold",
        object: { ...deployment, metadata: { labels: { tier: "bronze" } } },
        namespace: { tier: "gold" },
      },
      { title: "empty in gold", object: { ...deployment, metadata: { labels: { tier: "" } } }, namespace: { tier: "gold" } },
      { title: "none", object: deployment },
    ],
  },
  {
    policy: "propagation",
    apiVersion: "batch/v1",
    kind: "Job",
    plural: "jobs",
    cases: [
      {
        title: "orphan",
        object: job,
        options: { propagationPolicy: "Orphan" },
        denied: "noOrphans: deleting Job {name} must take its Pods along",
      },
      {
        title: "the old way to orphan",
        object: job,
        options: { orphanDependents: true },
        denied: "noOrphans: deleting Job {name} must take its Pods along",
      },
      { title: "orphan, dry run", object: job, options: { propagationPolicy: "Orphan" }, dryRun: true },
      { title: "background", object: job, options: { propagationPolicy: "Background" } },
      { title: "nothing said", object: job },
    ],
  },
  {
    policy: "override",
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    plural: "networkpolicies",
    cases: [
      { title: "an admin, who may do everything", object: networkPolicy },
      { title: "who may only delete", object: networkPolicy, as: "dana", denied: overridden },
      {
        title: "who may override here",
        object: networkPolicy,
        as: "olivia",
        permissions: [{ ...override, namespace: "{namespace}" }],
      },
      { title: "who may override everywhere", object: networkPolicy, as: "oswald", permissions: [override] },
      {
        title: "who may override elsewhere",
        object: networkPolicy,
        as: "ornella",
        permissions: [{ ...override, namespace: "default" }],
        denied: overridden,
      },
      {
        title: "who may override this one",
        object: { ...networkPolicy, metadata: { name: "front" } },
        as: "oskar",
        permissions: [{ ...override, namespace: "{namespace}", name: "front" }],
      },
      {
        title: "who may override that one",
        object: { ...networkPolicy, metadata: { name: "back" } },
        as: "oskar",
        denied: overridden,
      },
      {
        title: "who may override a part of it",
        object: networkPolicy,
        as: "omid",
        permissions: [{ ...override, resource: `${override.resource}/status` }],
        denied: overridden,
      },
    ],
  },
];
