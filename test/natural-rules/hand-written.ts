/** What is deleted, without what every object has; `as`: by whom. */
interface Deleted {
  readonly as?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Objects of a rule in `hand-written/`, of which a person has written the ValidatingAdmissionPolicy, too. */
export interface HandWritten {
  readonly kind: string;
  /** And what both say of it. */
  readonly denied: readonly (readonly [says: string, object: Deleted])[];
  readonly allowed: readonly Deleted[];
}

const cluster = { apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster", name: "main", uid: "1" };
const running = (image: string): Deleted => ({ spec: { template: { spec: { containers: [{ name: "a", image }] } } } });
const migration = { labels: { migration: "" } };
const done = { conditions: [{ type: "Complete", status: "True" }], succeeded: 1 };

const production = { labels: { purpose: "production" } };
const confirmation = "confirmation.gardener.cloud/deletion";
const confirmFirst = `annotate with ${confirmation}=true and example.com/acknowledged=true`;

/** By the name of the policy and of its two files. */
export const handWritten: Readonly<Record<string, HandWritten>> = {
  "protected-namespaces": {
    kind: "Namespace",
    denied: [
      ["Namespace kube-system is protected", { metadata: { name: "kube-system" } }],
      ["Namespace prod-shop is protected", { metadata: { name: "prod-shop" } }],
    ],
    allowed: [{ metadata: { name: "shop" } }, { metadata: { name: "prod" } }],
  },
  "bound-claims": {
    kind: "PersistentVolumeClaim",
    denied: [
      [
        "PVC x is bound to pv-1; annotate it with storage.example.com/allow-delete=true",
        { spec: { volumeName: "pv-1" }, status: { phase: "Bound" } },
      ],
      ["PVC x is bound to a volume; annotate it with storage.example.com/allow-delete=true", { status: { phase: "Bound" } }],
    ],
    allowed: [
      {},
      { status: { phase: "Pending" } },
      { metadata: { annotations: { "storage.example.com/allow-delete": "true" } }, status: { phase: "Bound" } },
    ],
  },
  "running-deployments": {
    kind: "Deployment",
    denied: [
      ["scale x to 0 first: it has 3 replicas, 2 ready", { spec: { replicas: 3 }, status: { readyReplicas: 2 } }],
      ["scale x to 0 first: it has 1 replicas, 0 ready", {}],
    ],
    allowed: [{ spec: { replicas: 0 } }],
  },
  "owned-by-operator": {
    kind: "Secret",
    denied: [
      ["Secret x is managed by Cluster/main", { metadata: { ownerReferences: [{ ...cluster, controller: true }] } }],
      ["Secret x is managed by Cluster/main", { as: "bob", metadata: { ownerReferences: [{ ...cluster, controller: true }] } }],
    ],
    allowed: [
      {},
      { metadata: { ownerReferences: [cluster] } },
      { metadata: { ownerReferences: [{ ...cluster, controller: true, apiVersion: "cluster.x-k8s.io/v1" }] } },
      {
        as: "system:serviceaccount:cnpg-system:operator",
        metadata: { ownerReferences: [{ ...cluster, controller: true }] },
      },
    ],
  },
  "critical-labels": {
    kind: "ConfigMap",
    denied: [
      [
        "one of its criticality labels says high or critical",
        { metadata: { labels: { app: "shop", "example.com/criticality": "HIGH" } } },
      ],
    ],
    allowed: [{}, { metadata: { labels: { "example.com/criticality": "low", criticality: "high" } } }],
  },
  "claimed-volumes": {
    kind: "PersistentVolume",
    denied: [
      [
        "PV x is claimed by shop/data",
        { spec: { persistentVolumeReclaimPolicy: "Delete", claimRef: { namespace: "shop", name: "data" } } },
      ],
      ["PV x is claimed by shop/data", { spec: { claimRef: { namespace: "shop", name: "data" } }, status: { phase: "Bound" } }],
    ],
    allowed: [
      {},
      { spec: { persistentVolumeReclaimPolicy: "Retain", claimRef: { namespace: "shop", name: "data" } } },
      { spec: { persistentVolumeReclaimPolicy: "Delete" }, status: { phase: "Available" } },
    ],
  },
  "load-balancers": {
    kind: "Service",
    denied: [
      [
        "the addresses 192.0.2.1, lb.example.com would be lost",
        {
          spec: { type: "LoadBalancer" },
          status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, {}, { hostname: "lb.example.com" }] } },
        },
      ],
    ],
    allowed: [{}, { spec: { type: "LoadBalancer" } }, { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } }],
  },
  "unfinished-jobs": {
    kind: "Job",
    denied: [["the migration is not finished", { metadata: migration, status: { active: 1 } }]],
    allowed: [{ status: { active: 1 } }, { metadata: migration }, { metadata: migration, status: done }],
  },
  "released-images": {
    kind: "Deployment",
    denied: [
      ["x runs released images", running("registry.example.com/shop:v1")],
      ["x runs released images", running("registry.example.com/shop@sha256:0a")],
    ],
    allowed: [
      running("registry.example.com/shop"),
      running("registry.example.com/shop:latest"),
      running("registry.example.com:5000/shop:v1"),
      running("registry.example.com"),
    ],
  },
  "confirmed-projects": {
    kind: "Project",
    denied: [
      [confirmFirst, { metadata: production }],
      [confirmFirst, { metadata: { ...production, annotations: { [confirmation]: "true" } } }],
    ],
    allowed: [
      {},
      { metadata: { annotations: { [confirmation]: "false" } } },
      { metadata: { ...production, annotations: { [confirmation]: "true", "example.com/acknowledged": "true" } } },
    ],
  },
  "kept-settings": {
    kind: "ConfigMap",
    denied: [
      [
        "grafana is kept, as are: kube-system/coredns, monitoring/grafana, ingress-nginx/controller-config",
        { metadata: { namespace: "monitoring", name: "grafana" } },
      ],
    ],
    allowed: [{}, { metadata: { name: "grafana" } }, { metadata: { namespace: "kube-system", name: "grafana" } }],
  },
  "flux-not-suspended": {
    kind: "Kustomization",
    denied: [["suspend it first: flux suspend ks x -n shop", { spec: { prune: true, suspend: false } }]],
    allowed: [{}, { spec: { prune: false } }, { spec: { prune: true, suspend: true } }],
  },
};
