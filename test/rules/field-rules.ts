import type { RuleTable } from "./rule-cases.ts";

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const set = { serviceName: "s", selector: { matchLabels: { app: "a" } }, template };
const scaleDown =
  "scaleDownFirst: StatefulSet {name} still has replicas; first run: kubectl scale sts/{name} -n {namespace} --replicas=0";
const protectedBy = (contact: string): string => `protected: {name} has spec.deletionProtection; ask ${contact}`;
const notDrained = "drained: Cluster {name} is not drained";
const backend = { service: { name: "s", port: { number: 80 } } };
const http = { paths: [{ path: "/", pathType: "Prefix", backend }] };
const noClass = "oldClass: has no ingressClassName; whatever serves it is not known";

const claim = (storage: string) => ({ spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } } });
const noBackup = (size: string): string =>
  `backupFirst: PersistentVolumeClaim {namespace}/{name} asks for ${size} and has no backup; when it has one, run: kubectl annotate pvc/{name} -n {namespace} backup.example.com/taken=yes`;

/** Rules that read `spec` and `status`, whatever is stored there. */
export const fieldRules: readonly RuleTable[] = [
  {
    policy: "spec-flag",
    apiVersion: "db.example.com/v1",
    kind: "Database",
    plural: "databases",
    cases: [
      { title: "on", object: { spec: { deletionProtection: true } }, denied: protectedBy('"nobody"') },
      { title: "off", object: { spec: { deletionProtection: false } } },
      { title: "absent", object: { spec: {} }, denied: protectedBy('"nobody"') },
      { title: "null", object: { spec: { deletionProtection: null } }, denied: protectedBy('"nobody"') },
      { title: "text", object: { spec: { deletionProtection: "false" } }, denied: protectedBy('"nobody"') },
      { title: "spec is a list", object: { spec: [{ deletionProtection: false }] }, denied: protectedBy('"nobody"') },
      { title: "spec is text", object: { spec: "deletionProtection: false" }, denied: protectedBy('"nobody"') },
      { title: "no spec", object: {}, denied: protectedBy('"nobody"') },
      { title: "with a contact", object: { spec: { security: { contact: "dba" } } }, denied: protectedBy('"dba"') },
      { title: "contact is a number", object: { spec: { security: { contact: 5 } } }, denied: protectedBy('"nobody"') },
      { title: "security is a list", object: { spec: { security: ["dba"] } }, denied: protectedBy('"nobody"') },
      {
        title: "hostile contact",
        object: { spec: { security: { contact: "a\nb" } } },
        denied: protectedBy("(cannot be shown)"),
      },
    ],
  },
  {
    policy: "list-condition",
    apiVersion: "db.example.com/v1",
    kind: "Cluster",
    plural: "clusters",
    cases: [
      {
        title: "drained",
        object: {
          status: {
            conditions: [
              { type: "Ready", status: "True" },
              { type: "Drained", status: "True" },
            ],
          },
        },
      },
      { title: "not drained", object: { status: { conditions: [{ type: "Drained", status: "False" }] } }, denied: notDrained },
      { title: "no conditions", object: { status: {} }, denied: notDrained },
      { title: "no status", object: {}, denied: notDrained },
      {
        title: "conditions are a map",
        object: { status: { conditions: { type: "Drained", status: "True" } } },
        denied: notDrained,
      },
      {
        title: "odd elements",
        object: { status: { conditions: [null, 5, "Drained", [], { type: 1 }, { type: "Drained", status: "True" }] } },
      },
      {
        title: "odd elements only",
        object: { status: { conditions: [null, 5, "Drained", ["Drained"], { type: "Drained", status: true }] } },
        denied: notDrained,
      },
      { title: "status is a list", object: { status: [{ type: "Drained", status: "True" }] }, denied: notDrained },
    ],
  },
  {
    policy: "replicas",
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    plural: "statefulsets",
    cases: [
      { title: "three", object: { spec: { ...set, replicas: 3 } }, denied: scaleDown },
      { title: "default", object: { spec: set }, denied: scaleDown },
      { title: "zero", object: { spec: { ...set, replicas: 0 } } },
    ],
  },
  {
    policy: "several-rules",
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    plural: "ingresses",
    cases: [
      {
        title: "public host",
        object: {
          spec: {
            ingressClassName: "x",
            rules: [
              { host: "a.internal", http },
              { host: "www.example.com", http },
            ],
          },
        },
        denied: "publicHost: Ingress {name} serves a public host",
      },
      {
        title: "reason given",
        object: {
          metadata: { annotations: { "keep-because": "audit 2026" } },
          spec: { ingressClassName: "x", defaultBackend: backend },
        },
        denied: 'reasonGiven: kept because: "audit 2026"',
      },
      {
        title: "a reason of two lines",
        object: {
          metadata: { annotations: { "keep-because": "audit\n2026" } },
          spec: { ingressClassName: "x", defaultBackend: backend },
        },
        denied: "reasonGiven: kept because: (cannot be shown)",
      },
      { title: "hint only", object: { spec: { rules: [{ http }, { host: "example.com", http }] } }, warned: [noClass] },
      {
        title: "all at once",
        object: { metadata: { annotations: { "keep-because": "both" } }, spec: { rules: [{ host: "a.example.com", http }] } },
        denied: 'publicHost: Ingress {name} serves a public host; reasonGiven: kept because: "both"',
        warned: [noClass],
      },
    ],
  },
  {
    policy: "quantity",
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    plural: "persistentvolumeclaims",
    cases: [
      { title: "small", object: claim("99Gi") },
      { title: "just large", object: claim("100Gi"), denied: noBackup('"100Gi"') },
      { title: "the same in bytes", object: claim("107374182400"), denied: noBackup('"107374182400"') },
      { title: "a byte less", object: claim("107374182399") },
      { title: "in decimal units", object: claim("108G"), denied: noBackup('"108G"') },
      {
        title: "large, with a backup",
        object: { ...claim("2Ti"), metadata: { annotations: { "backup.example.com/taken": "yes" } } },
      },
    ],
  },
];
