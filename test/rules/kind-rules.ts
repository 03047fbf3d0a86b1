import type { RuleTable } from "./rule-cases.ts";

const selector = { matchLabels: { app: "a" } };
const container = { name: "c", image: "i" };
const template = (spec: object = {}) => ({ metadata: selector.matchLabels, spec: { containers: [container], ...spec } });
const deployment = (spec: object = {}, pod: object = {}) => ({
  spec: { replicas: 1, selector, template: { ...template(pod), metadata: { labels: selector.matchLabels } }, ...spec },
});
const strategy = (maxSurge: number | string) => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable: 0 } },
});
const claim = (spec: object) => ({
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
});

const runtimeClass = (handler: string) => ({
  handler,
  overhead: { podFixed: { cpu: "1m" } },
  scheduling: { nodeSelector: { disk: "ssd" }, tolerations: [{ key: "a", operator: "Exists" }] },
});

/** Rules over built-in kinds with the types of `holdfast/kinds`: every sort of field, without a type test in CEL. */
export const kindRules: readonly RuleTable[] = [
  {
    policy: "kind-deployment",
    apiVersion: "apps/v1",
    kind: "Deployment",
    plural: "deployments",
    cases: [
      { title: "nothing special", object: deployment() },
      { title: "integer", object: deployment({ replicas: 2 }), denied: "integer: {name} still has replicas" },
      { title: "integer zero", object: deployment({ replicas: 0 }) },
      { title: "flag", object: deployment({ paused: true }), denied: "flag: it is paused" },
      {
        title: "text",
        object: deployment({}, { serviceAccountName: "prod-shop" }),
        denied: "text: it runs as a service account of production",
      },
      { title: "number or text: number", object: deployment(strategy(3)), denied: "numberOrText: it grows too much" },
      { title: "number or text: text", object: deployment(strategy("50%")), denied: "numberOrText: it grows too much" },
      { title: "number or text: neither", object: deployment(strategy("3%")) },
      {
        title: "quantity",
        object: deployment(
          {},
          { containers: [container, { ...container, name: "d", resources: { limits: { memory: "1Gi" } } }] },
        ),
        denied: "quantity: a container may have 1Gi of memory",
      },
      { title: "map", object: deployment({}, { nodeSelector: { disk: "ssd" } }), denied: "map: it wants fast disks" },
      { title: "map without the key", object: deployment({}, { nodeSelector: { constructor: "ssd" } }) },
      {
        title: "records",
        object: deployment(
          {},
          {
            volumes: [
              { name: "e", emptyDir: {} },
              { name: "d", persistentVolumeClaim: { claimName: "data-0" } },
            ],
          },
        ),
        denied: "records: it mounts data",
      },
    ],
  },
  {
    policy: "kind-secret",
    apiVersion: "v1",
    kind: "Secret",
    plural: "secrets",
    cases: [
      { title: "a release", object: { type: "example.com/release" }, denied: "release: Secret {name} holds a release" },
      {
        title: "a key",
        object: { type: "Opaque", data: { "tls.key": "eA==" } },
        denied: "privateKey: Secret {name} holds a private key",
      },
      { title: "an empty key", object: { type: "Opaque", data: { "tls.key": "" } } },
      { title: "no data", object: { type: "Opaque" } },
    ],
  },
  {
    policy: "kind-cluster-role",
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    plural: "clusterroles",
    isClusterScoped: true,
    cases: [
      {
        title: "null",
        object: { metadata: { name: "null" }, rules: null },
        denied: 'empty: ClusterRole "{name}" allows nothing yet',
      },
      {
        title: "none",
        object: { metadata: { name: "none" }, rules: [] },
        denied: 'empty: ClusterRole "{name}" allows nothing yet',
      },
      {
        title: "everything",
        object: {
          metadata: { name: "everything" },
          rules: [
            { verbs: ["get"], apiGroups: [""], resources: ["pods"] },
            { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
          ],
        },
        denied: 'everything: ClusterRole "{name}" allows everything',
      },
      {
        title: "little",
        object: { metadata: { name: "little" }, rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }] },
      },
    ],
  },
  {
    policy: "kind-claim",
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    plural: "persistentvolumeclaims",
    cases: [
      { title: "plain", object: claim({}) },
      {
        title: "a copy",
        object: claim({ dataSource: { kind: "PersistentVolumeClaim", name: "b" } }),
        denied: "copied: {name} is a copy",
      },
      { title: "of a class", object: claim({ storageClassName: "kept" }), denied: "kept: {name} is to be kept" },
    ],
  },
  {
    policy: "mistaken-types",
    apiVersion: "node.k8s.io/v1",
    kind: "RuntimeClass",
    plural: "runtimeclasses",
    isClusterScoped: true,
    cases: [
      { title: "objects where texts were expected", object: runtimeClass("other") },
      { title: "objects and a text", object: runtimeClass("main"), denied: "text: {name} is the main one" },
      { title: "maps", object: runtimeClass("map"), denied: "map: it selects nodes" },
      { title: "elements", object: runtimeClass("element"), denied: "element: it tolerates" },
    ],
  },
];
