import { holdfastHere, type Finished } from "../user-project.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

interface Written {
  readonly [field: string]: unknown;
  readonly metadata?: object;
}

export function object(apiVersion: string, kind: string, name: string, { metadata = {}, ...fields }: Written = {}): object {
  return { apiVersion, kind, metadata: { name, namespace: "shop", uid: `${kind}-${name}`, ...metadata }, ...fields };
}

const clusterScoped = { namespace: undefined };

const ownedBy = (apiVersion: string, kind: string, name: string) => ({
  ownerReferences: [{ apiVersion, kind, name, uid: `${kind}-${name}`, controller: true, blockOwnerDeletion: true }],
});

const managed = { finalizers: ["finalizer.managedresource.crossplane.io"] };
const ofDatabase = ownedBy("example.org/v1", "XDatabase", "db-x1");
const rds = (name: string, spec: object, metadata: object = ofDatabase): object =>
  object("rds.aws.upbound.io/v1beta1", "Instance", name, {
    metadata: { ...clusterScoped, ...managed, ...metadata },
    spec: { forProvider: {}, ...spec },
  });

const bucket = (name: string, policy?: string): object =>
  object("s3.services.k8s.aws/v1alpha1", "Bucket", name, {
    metadata: policy === undefined ? {} : { annotations: { "services.k8s.aws/deletion-policy": policy } },
  });

export const claimOf = (name: string, metadata: object = {}): object =>
  object("v1", "PersistentVolumeClaim", name, { metadata, spec: {} });

export const objects: Readonly<Record<string, readonly object[]>> = {
  crossplane: [
    object("example.org/v1", "Database", "db", {
      metadata: { finalizers: ["finalizer.apiextensions.crossplane.io"] },
      spec: { resourceRef: { apiVersion: "example.org/v1", kind: "XDatabase", name: "db-x1" } },
    }),
    object("example.org/v1", "XDatabase", "db-x1", {
      metadata: { ...clusterScoped, finalizers: ["composite.apiextensions.crossplane.io"] },
    }),
    rds("gone", {}),
    rds("orphaned", { deletionPolicy: "Orphan" }),
    rds("observed", { managementPolicies: ["Observe"] }),
    rds("both", { managementPolicies: ["Observe", "Delete"], deletionPolicy: "Orphan" }),
    rds("paused", { managementPolicies: [] }),
    rds("all-but-orphan", { managementPolicies: ["*"], deletionPolicy: "Orphan" }),
    object("protection.crossplane.io/v1beta1", "ClusterUsage", "app-uses-db", {
      metadata: clusterScoped,
      spec: { of: { apiVersion: "rds.aws.upbound.io/v1", kind: "Instance", resourceRef: { name: "gone" } }, reason: "x" },
    }),
    object("protection.crossplane.io/v1beta1", "ClusterUsage", "of-another", {
      metadata: clusterScoped,
      spec: { of: { apiVersion: "rds.aws.upbound.io/v1", kind: "Instance", resourceRef: { name: "other" } } },
    }),
  ],
  cloud: [
    object("v1", "Namespace", "shop", {
      metadata: { ...clusterScoped, annotations: { "dynamodb.services.k8s.aws/deletion-policy": "retain" } },
      spec: { finalizers: ["kubernetes"] },
    }),
    bucket("a-default"),
    bucket("b-deleted", "delete"),
    bucket("c-retained", "retain"),
    bucket("d-other", "Delete"),
    object("dynamodb.services.k8s.aws/v1alpha1", "Table", "orders"),
    object("sql.cnrm.cloud.google.com/v1beta1", "SQLInstance", "abandoned", {
      metadata: { annotations: { "cnrm.cloud.google.com/deletion-policy": "abandon" } },
    }),
    object("sql.cnrm.cloud.google.com/v1beta1", "SQLInstance", "deleted"),
  ],
  sets: [
    object("apps/v1", "StatefulSet", "db", {
      spec: {
        volumeClaimTemplates: [{ metadata: { name: "data" } }],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
      },
    }),
    object("apps/v1", "StatefulSet", "queue", {
      spec: { replicas: 1, volumeClaimTemplates: [{ metadata: { name: "data" } }] },
    }),
    claimOf("data-db-0", {
      ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "StatefulSet-db" }],
    }),
    claimOf("data-queue-0"),
  ],
  deployers: [
    object("argoproj.io/v1alpha1", "Application", "shop", {
      metadata: { finalizers: ["resources-finalizer.argocd.argoproj.io"] },
    }),
    object("argoproj.io/v1alpha1", "Application", "loose"),
    object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "pruning", { spec: { prune: true } }),
    object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "orphaning", { spec: { prune: true, deletionPolicy: "Orphan" } }),
    object("helm.toolkit.fluxcd.io/v2", "HelmRelease", "web"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshot", "daily"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshot", "kept"),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "c1", {
      metadata: clusterScoped,
      spec: { deletionPolicy: "Delete", volumeSnapshotRef: { uid: "VolumeSnapshot-daily" } },
    }),
    object("snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "c2", {
      metadata: clusterScoped,
      spec: { deletionPolicy: "Retain", volumeSnapshotRef: { uid: "VolumeSnapshot-kept" } },
    }),
  ],
  volumes: [
    object("v1", "PersistentVolumeClaim", "scrubbed", { spec: { volumeName: "pv-1" } }),
    object("v1", "PersistentVolumeClaim", "unseen", { spec: { volumeName: "pv-2" } }),
    object("v1", "PersistentVolumeClaim", "pending", { spec: {} }),
    object("v1", "PersistentVolume", "pv-1", {
      metadata: clusterScoped,
      spec: { persistentVolumeReclaimPolicy: "Recycle", capacity: { storage: "-1" } },
    }),
    object("project.openshift.io/v1", "Project", "shop", { metadata: { ...clusterScoped, uid: "Namespace-shop" } }),
    object("v1", "Namespace", "shop", { metadata: clusterScoped, spec: { finalizers: ["kubernetes"] } }),
    object("v1", "ConfigMap", "going", { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] } }),
  ],
  others: [
    object("v1", "Secret", "sh.helm.release.v1.web.v3", {
      metadata: { labels: { owner: "helm", name: "web", status: "deployed" } },
    }),
    object("batch/v1", "Job", "migrate", {
      spec: { ttlSecondsAfterFinished: 3600 },
      status: { conditions: [{ type: "Complete", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }] },
    }),
    object("v1", "ConfigMap", "hostile", {
      metadata: { finalizers: ["example.com/`] @someone <b>"] },
    }),
  ],
};

/** Writes `objects` into files named for their keys, and returns what plans their deletion there. */
export function planIn(directory: string): (of: string, ...words: readonly string[]) => Promise<Finished> {
  for (const [name, written] of Object.entries(objects))
    writeFileSync(join(directory, `${name}.yaml`), written.map((one) => JSON.stringify(one)).join("\n---\n"));
  return (of, ...words) => holdfastHere(directory, ["plan", "delete", ...words, "-n", "shop", "--objects", `${of}.yaml`]);
}
