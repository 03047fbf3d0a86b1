import { describe, expect, test } from "vitest";
import { claimed, inNone, jsonOf, uidOf, written } from "./scanned.ts";

const shop = written("v1", "Namespace", "shop", { metadata: inNone });

const definition = (plural: string, kind: string, group: string): object =>
  written("apiextensions.k8s.io/v1", "CustomResourceDefinition", `${plural}.${group}`, {
    metadata: inNone,
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });

const found = async (objects: readonly object[]): Promise<readonly string[]> =>
  (await jsonOf(objects)).objects.map(({ kind, name, loss, why }) => `${kind} ${name} ${loss}: ${why}`);

describe("what holds data or keeps others alive", () => {
  test("the worst loss comes first: data, then what takes many with it, then the rest", async () => {
    const objects = [
      shop,
      written("apps/v1", "StatefulSet", "db"),
      ...claimed("kept", "Retain"),
      ...claimed("lost", "Delete"),
      definition("clusters", "Cluster", "postgresql.cnpg.io"),
      written("postgresql.cnpg.io/v1", "Cluster", "orders"),
    ];
    expect(await found(objects)).toEqual([
      "Cluster orders data: PostgreSQL of CloudNativePG",
      "PersistentVolumeClaim lost data: its data, 10Gi in PersistentVolume pv-lost, is deleted with it",
      "Namespace shop many: takes all that is in it: 4 objects, of which this list names 4",
      "CustomResourceDefinition clusters.postgresql.cnpg.io many: takes all objects of its kind with it: 1",
      "PersistentVolumeClaim kept other: 10Gi in PersistentVolume pv-kept, which stays with its data",
      "StatefulSet db other: its Pods, which have names and volumes of their own",
    ]);
  });

  test("a claim without a volume holds nothing, and one whose volume is not shown may lose it", async () => {
    const pending = written("v1", "PersistentVolumeClaim", "pending", { spec: { storageClassName: "fast" } });
    const hidden = written("v1", "PersistentVolumeClaim", "hidden", { spec: { volumeName: "pv-1" } });
    expect(await found([pending, hidden])).toEqual([
      "PersistentVolumeClaim hidden data: its data, in PersistentVolume pv-1, which is not shown",
      "Namespace shop many: takes all that is in it: 2 objects, of which this list names 1",
    ]);
  });

  test("of what is recycled the data goes as well", async () => {
    expect(await found(claimed("scrubbed", "Recycle"))).toContain(
      "PersistentVolumeClaim scrubbed data: its data, 10Gi in PersistentVolume pv-scrubbed, is deleted with it",
    );
  });

  test("a StatefulSet that owns its claims takes their data, and one that owns claims of volumes that stay does not", async () => {
    const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: uidOf("StatefulSet", "db") };
    const owned = (name: string, policy: string) => claimed(name, policy, { ownerReferences: [owner] });
    const set = written("apps/v1", "StatefulSet", "db");
    expect(await found([set, ...owned("a", "Delete")])).toContain("StatefulSet db data: takes its claim a and its data with it");
    const several = [set, ...owned("a", "Delete"), ...owned("b", "Delete"), ...owned("c", "Retain")];
    expect(await found(several)).toContain("StatefulSet db data: takes its 2 claims and their data with it");
    expect(await found([set, ...owned("c", "Retain")])).toContain(
      "StatefulSet db other: its Pods, which have names and volumes of their own",
    );
  });

  test("a Namespace and a definition that hold none of it are not among them", async () => {
    const settings = written("v1", "ConfigMap", "settings");
    expect(await found([shop, settings, definition("widgets", "Widget", "example.com")])).toEqual([]);
  });

  test("what Crossplane and ACK manage, by finalizer, field and group", async () => {
    const objects = [
      definition("instances", "Instance", "rds.aws.upbound.io"),
      written("rds.aws.upbound.io/v1", "Instance", "a", {
        metadata: { finalizers: ["finalizer.managedresource.crossplane.io"] },
      }),
      written("rds.aws.upbound.io/v1", "Instance", "b", { spec: { forProvider: { region: "eu" } } }),
      definition("databases", "Database", "example.com"),
      written("example.com/v1", "Database", "claim", { metadata: { finalizers: ["finalizer.apiextensions.crossplane.io"] } }),
      written("example.com/v1", "Database", "other"),
      definition("buckets", "Bucket", "s3.services.k8s.aws"),
      written("s3.services.k8s.aws/v1", "Bucket", "files"),
    ];
    expect((await found(objects)).filter((line) => line.includes(" data: "))).toEqual([
      "Bucket files data: what it stands for (ACK) is deleted with it",
      "Database claim data: a claim of Crossplane",
      "Instance a data: what it stands for (Crossplane) is deleted with it",
      "Instance b data: what it stands for (Crossplane) is deleted with it",
    ]);
  });

  test("what stays outside of the cluster is no data that is lost, and what deploys takes many with it", async () => {
    const annotations = { "services.k8s.aws/deletion-policy": "retain" };
    const objects = [
      definition("instances", "Instance", "rds.aws.upbound.io"),
      written("rds.aws.upbound.io/v1", "Instance", "a", { spec: { forProvider: {}, deletionPolicy: "Orphan" } }),
      definition("buckets", "Bucket", "s3.services.k8s.aws"),
      written("s3.services.k8s.aws/v1", "Bucket", "files", { metadata: { annotations } }),
      definition("applications", "Application", "argoproj.io"),
      written("argoproj.io/v1", "Application", "shop", {
        metadata: { finalizers: ["resources-finalizer.argocd.argoproj.io"] },
      }),
    ];
    expect((await found(objects)).filter((line) => /^(?:Instance|Bucket|Application)/.test(line))).toEqual([
      "Application shop many: what it deployed (Argo CD) is deleted with it",
      "Bucket files other: what it stands for (ACK), which stays",
      "Instance a other: what it stands for (Crossplane), which stays",
    ]);
  });

  test("Secrets that a Pod names, in whatever way, and no others", async () => {
    const secret = (name: string, metadata: object = {}): object => written("v1", "Secret", name, { metadata });
    const names = ["env", "from", "init", "volume", "projected", "pull"];
    const pod = written("v1", "Pod", "web", {
      spec: {
        containers: [
          { name: "a", env: [{ name: "A", valueFrom: { secretKeyRef: { name: "env", key: "a" } } }] },
          { name: "b", envFrom: [{ secretRef: { name: "from" } }] },
        ],
        initContainers: [{ name: "c", envFrom: [{ secretRef: { name: "init" } }] }],
        volumes: [
          { name: "a", secret: { secretName: "volume" } },
          { name: "b", projected: { sources: [{ secret: { name: "projected" } }] } },
          { name: "c", secret: { secretName: "token" } },
          { name: "d", secret: { secretName: "sh.helm.release.v1.web.v1" } },
        ],
        imagePullSecrets: [{ name: "pull" }],
      },
    });
    const others = [
      secret("unused"),
      secret("sh.helm.release.v1.web.v1"),
      secret("token", { annotations: { "kubernetes.io/service-account.name": "default" } }),
    ];
    const { objects } = await jsonOf([pod, ...names.map((name) => secret(name)), ...others]);
    expect(objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "Namespace shop",
      ...names.toSorted().map((name) => `Secret ${name}`),
    ]);
    expect(objects[1]?.why).toBe("Pod web cannot start without it");
  });

  test("with -n those of one Namespace, and the Namespace itself", async () => {
    const elsewhere = written("apps/v1", "StatefulSet", "db", { metadata: { namespace: "elsewhere", uid: "other" } });
    const { objects } = await jsonOf([shop, written("apps/v1", "StatefulSet", "web"), elsewhere], ["-n", "shop"]);
    expect(objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["Namespace shop", "StatefulSet web"]);
  });
});
