import type { RuleTable } from "./rule-cases.ts";

const owner = { apiVersion: "tenants.example.com/v1", kind: "Tenant", name: "acme", uid: "6b1c1f5e-0000-4000-8000-000000000001" };
const volume = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const ofTenant = "ofTenant: belongs to a Tenant; delete the Tenant";

/** Rules that read nothing but metadata. */
export const metadataRules: readonly RuleTable[] = [
  {
    policy: "label",
    apiVersion: "v1",
    kind: "ConfigMap",
    plural: "configmaps",
    cases: [
      {
        title: "labelled",
        object: { metadata: { labels: { keep: "true" } } },
        denied: "keep: ConfigMap {name} is labelled keep=true; run: kubectl label cm {name} keep-",
      },
      { title: "another value", object: { metadata: { labels: { keep: "True" } } } },
      { title: "no value", object: { metadata: { labels: { keep: "" } } } },
      { title: "another label", object: { metadata: { labels: { constructor: "true" } } } },
      { title: "no labels", object: {} },
    ],
  },
  {
    policy: "regular-expression",
    apiVersion: "v1",
    kind: "ConfigMap",
    plural: "configmaps",
    cases: [
      {
        title: "of production",
        object: { metadata: { name: "prod-shop-1" } },
        denied: "ticket: {name} needs a ticket; run: kubectl annotate cm {name} example.com/reason=OPS-<number>",
      },
      {
        title: "with another reason",
        object: { metadata: { name: "stage-db-12", annotations: { "example.com/reason": "DEVOPS-7, later\nOPS-" } } },
        denied: "ticket: {name} needs a ticket; run: kubectl annotate cm {name} example.com/reason=OPS-<number>",
      },
      {
        title: "with a ticket",
        object: { metadata: { name: "prod-shop-2", annotations: { "example.com/reason": "see\nOPS-7, please" } } },
      },
      { title: "without a number", object: { metadata: { name: "prod-shop" } } },
      { title: "of development", object: { metadata: { name: "dev-prod-shop-1" } } },
    ],
  },
  {
    policy: "finalizer",
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    plural: "persistentvolumeclaims",
    cases: [
      {
        title: "backup runs",
        object: { spec: volume, metadata: { finalizers: ["example.com/other", "backup.example.com/running"] } },
        denied: "backupRuns: a backup of {name} is running, try again later",
      },
      { title: "another finalizer", object: { spec: volume, metadata: { finalizers: ["backup.example.com/done"] } } },
      { title: "no finalizer of ours", object: { spec: volume } },
    ],
  },
  {
    policy: "owner",
    apiVersion: "v1",
    kind: "ServiceAccount",
    plural: "serviceaccounts",
    cases: [
      { title: "controlled", object: { metadata: { ownerReferences: [{ ...owner, controller: true }] } }, denied: ofTenant },
      { title: "owned, not controlled", object: { metadata: { ownerReferences: [owner] } } },
      { title: "controller false", object: { metadata: { ownerReferences: [{ ...owner, controller: false }] } } },
      {
        title: "second of two owners",
        object: {
          metadata: {
            ownerReferences: [
              { ...owner, kind: "Team", uid: "other" },
              { ...owner, controller: true },
            ],
          },
        },
        denied: ofTenant,
      },
      {
        title: "a Tenant of another API",
        object: { metadata: { ownerReferences: [{ ...owner, apiVersion: "example.com/v1", controller: true }] } },
      },
      { title: "nobody's", object: {} },
    ],
  },
  {
    policy: "label-keys",
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    plural: "storageclasses",
    isClusterScoped: true,
    cases: [
      {
        title: "held once",
        object: { provisioner: "x.example.com/y", metadata: { labels: { "hold.example.com/billing": "yes" } } },
        denied: "held: StorageClass {name} is held by hold.example.com/billing",
      },
      {
        title: "held twice",
        object: {
          provisioner: "x.example.com/y",
          metadata: {
            labels: { "hold.example.com/ops": "yes", a: "yes", "hold.example.com/billing": "yes", "hold.example.com/x": "no" },
          },
        },
        denied: "held: StorageClass {name} is held by hold.example.com/billing and hold.example.com/ops",
      },
      {
        title: "held by more than can be named",
        object: {
          provisioner: "x.example.com/y",
          metadata: { labels: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`hold.example.com/t${at}`, "yes"])) },
        },
        denied:
          "held: StorageClass {name} cannot be judged: more than 2000 entries in a list or map, or 10 keys to name; remove some",
      },
      {
        title: "released",
        object: { provisioner: "x.example.com/y", metadata: { labels: { "hold.example.com/billing": "no" } } },
      },
      { title: "no labels", object: { provisioner: "x.example.com/y" } },
    ],
  },
];
