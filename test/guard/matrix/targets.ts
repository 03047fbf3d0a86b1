import type { CustomResource } from "../../control-plane/crds.ts";
import { claimSpec, workloadSpec, podSpec } from "../../fixtures/objects.ts";

/** A kind that is attacked. */
export interface Target {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** Subresources through which admission sees an object of this kind updated. */
  readonly subresources: readonly string[];
  /** Everything but `metadata`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of the same objects. */
  readonly otherVersion?: string;
  /** The one threat that it is there for. */
  readonly only?: string;
}

const group = "guards.example.com";

export const vaults: CustomResource = {
  group,
  kind: "Vault",
  plural: "vaults",
  scope: "Cluster",
  versions: [{ name: "v1" }, { name: "v1beta1" }],
};

export const databases: CustomResource = {
  group,
  kind: "Database",
  plural: "databases",
  scope: "Namespaced",
  versions: [
    { name: "v1", statusSubresource: true },
    { name: "v1beta1", statusSubresource: true },
  ],
};

/** Its definition is attacked, which takes every object along. */
export const relics: CustomResource = { ...databases, kind: "Relic", plural: "relics" };

/** A version of its definition is attacked. */
export const fossils: CustomResource = { ...databases, kind: "Fossil", plural: "fossils" };

/** The conversion of its objects is attacked. */
export const ambers: CustomResource = { ...databases, kind: "Amber", plural: "ambers" };

const workload = workloadSpec({ app: "x" }, { replicas: 2 });
/** Of a class of its own, or it would be bound to the volume, which changes both. */
const claim = claimSpec({ storageClassName: "none" });
const volume = { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/none" } };

const namespaced = { version: "v1", isNamespaced: true } as const;
const clusterScoped = { version: "v1", isNamespaced: false } as const;

const webhook = {
  name: "guards.example.com",
  failurePolicy: "Fail",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://127.0.0.1:9/" },
  rules: [{ apiGroups: ["nothing.example.com"], apiVersions: ["v1"], operations: ["DELETE"], resources: ["cups"] }],
};

/** Namespaced and cluster-scoped, built in and custom, with and without a status of their own. */
export const targets: readonly Target[] = [
  { ...namespaced, kind: "ConfigMap", group: "", resource: "configmaps", subresources: [], fields: { data: { a: "1" } } },
  {
    ...namespaced,
    kind: "PersistentVolumeClaim",
    group: "",
    resource: "persistentvolumeclaims",
    subresources: ["status"],
    fields: { spec: claim },
  },
  {
    ...namespaced,
    kind: "Service",
    group: "",
    resource: "services",
    subresources: ["status"],
    fields: { spec: { ports: [{ port: 80 }] } },
  },
  {
    ...namespaced,
    kind: "Pod",
    group: "",
    resource: "pods",
    subresources: ["status"],
    fields: { spec: podSpec() },
  },
  {
    ...namespaced,
    kind: "Deployment",
    group: "apps",
    resource: "deployments",
    subresources: ["status"],
    fields: { spec: workload },
  },
  {
    ...namespaced,
    kind: "StatefulSet",
    group: "apps",
    resource: "statefulsets",
    subresources: ["status"],
    fields: { spec: { ...workload, serviceName: "x", podManagementPolicy: "Parallel" } },
  },
  {
    ...namespaced,
    version: "v2",
    kind: "HorizontalPodAutoscaler",
    group: "autoscaling",
    resource: "horizontalpodautoscalers",
    subresources: ["status"],
    fields: { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "none" } } },
    otherVersion: "v1",
  },
  {
    ...namespaced,
    kind: "Database",
    group,
    resource: "databases",
    subresources: ["status"],
    fields: { spec: { size: 1 } },
    otherVersion: "v1beta1",
  },
  { ...namespaced, kind: "Relic", group, resource: "relics", subresources: [], fields: { spec: { size: 1 } }, only: "T9" },
  {
    ...namespaced,
    kind: "Fossil",
    group,
    resource: "fossils",
    subresources: [],
    fields: { spec: { size: 1 } },
    otherVersion: "v1beta1",
    only: "T9",
  },
  { ...namespaced, kind: "Amber", group, resource: "ambers", subresources: [], fields: { spec: { size: 1 } }, only: "T9" },
  {
    ...clusterScoped,
    kind: "Vault",
    group,
    resource: "vaults",
    subresources: [],
    fields: { spec: { size: 1 } },
    otherVersion: "v1beta1",
  },
  { ...clusterScoped, kind: "Namespace", group: "", resource: "namespaces", subresources: ["status", "finalize"], fields: {} },
  { ...clusterScoped, kind: "Node", group: "", resource: "nodes", subresources: ["status"], fields: { spec: {} } },
  {
    ...clusterScoped,
    kind: "PersistentVolume",
    group: "",
    resource: "persistentvolumes",
    subresources: ["status"],
    fields: { spec: volume },
  },
  {
    ...clusterScoped,
    kind: "ValidatingWebhookConfiguration",
    group: "admissionregistration.k8s.io",
    resource: "validatingwebhookconfigurations",
    subresources: [],
    fields: { webhooks: [webhook] },
    only: "T16",
  },
];

export const mark = `${group}/protect`;

/** What keeps an object there whose deletion has begun. */
export const hold = `${group}/hold`;

export const isCustom = (target: Target): boolean => target.group === group;

/** `/apis/apps/v1/namespaces/app/deployments` */
export function collectionPath({ group: own, version, resource, isNamespaced }: Target, namespace: string): string {
  const api = own === "" ? `/api/${version}` : `/apis/${own}/${version}`;
  return isNamespaced ? `${api}/namespaces/${namespace}/${resource}` : `${api}/${resource}`;
}
