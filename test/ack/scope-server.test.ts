import { beforeAll, describe, expect, test } from "vitest";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { ask, denial } from "./answer.ts";
import { mergePatch, created } from "../control-plane/requests.ts";
import { annotate } from "./changes.ts";
import { deletionWays, expectedOutcome, objectName, observe } from "./deletion-ways.ts";
import { type ExpectedDecision, expectedDecisions } from "./expected-decisions.ts";
import {
  type TestKind,
  adoptedResource,
  bucket,
  clusterScopedRole,
  dbInstance,
  evilBucket,
  iamRoleSelector,
  pathOf,
  generic,
} from "./kinds.ts";
import { type MatrixCase, caseOf } from "./matrix-cases.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";
const hasNoNamespaceMark = (row: ExpectedDecision): boolean =>
  row.namespaceService === "absent" && row.namespaceGeneric === "absent";
const hasNoServiceMark = (row: ExpectedDecision): boolean => row.ownService === "absent" && row.namespaceService === "absent";

/** The rows of the matrix that can be told of kinds which have not all four places for a mark. */
const partialMatrices: readonly { readonly what: string; readonly kind: TestKind; readonly cases: readonly MatrixCase[] }[] = [
  { what: "a cluster-scoped kind of a service", kind: clusterScopedRole, rows: hasNoNamespaceMark },
  { what: "the group of all services, which knows the generic key alone", kind: adoptedResource, rows: hasNoServiceMark },
  {
    what: "a cluster-scoped kind of the group of all services",
    kind: iamRoleSelector,
    rows: (row: ExpectedDecision) => hasNoNamespaceMark(row) && hasNoServiceMark(row),
  },
].map(({ what, kind, rows }) => ({ what, kind, cases: expectedDecisions.filter(rows).map((row) => caseOf(kind, row)) }));

const allMarks = {
  [generic]: "true",
  "s3.services.k8s.aws/prevent-delete": "true",
  "evilservices.k8s.aws/prevent-delete": "true",
};

/** What carries marks that mean nothing there; all of it can be deleted. */
const bystanders: readonly {
  readonly what: string;
  readonly collection: string;
  readonly name: string;
  readonly object: object;
}[] = [
  {
    what: "a kind of evilservices.k8s.aws",
    collection: pathOf(evilBucket, { namespace: "protected" }),
    name: "bystander",
    object: { apiVersion: "evilservices.k8s.aws/v1alpha1", kind: "Bucket", spec: evilBucket.spec },
  },
  {
    what: "a Lease",
    collection: "/apis/coordination.k8s.io/v1/namespaces/protected/leases",
    name: "bystander",
    object: { apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
  },
  {
    what: "a ConfigMap",
    collection: "/api/v1/namespaces/protected/configmaps",
    name: "bystander",
    object: { apiVersion: "v1", kind: "ConfigMap" },
  },
];

type UnreadMark = {
  readonly what: string;
  readonly kind: TestKind;
  readonly namespace: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
};

/** Marks of ACK that do not concern the object which is deleted. */
const unreadMarks: readonly UnreadMark[] = [
  {
    what: "mark of another service",
    kind: bucket,
    namespace: "plain",
    annotations: { "rds.services.k8s.aws/prevent-delete": "true" },
  },
  { what: "mark of another service on the Namespace", kind: dbInstance, namespace: "for-s3" },
  {
    what: "mark of a service on the group of all",
    kind: adoptedResource,
    namespace: "plain",
    annotations: { "s3.services.k8s.aws/prevent-delete": "true" },
  },
  { what: "mark of a service on the Namespace, for the group of all", kind: adoptedResource, namespace: "for-s3" },
  {
    what: "mark of another group that ends alike",
    kind: bucket,
    namespace: "plain",
    annotations: { "evilservices.k8s.aws/prevent-delete": "true" },
  },
  { what: "label instead of an annotation", kind: bucket, namespace: "plain", labels: { [generic]: "true" } },
  {
    what: "deletion-policy retain",
    kind: bucket,
    namespace: "plain",
    annotations: { "services.k8s.aws/deletion-policy": "retain" },
  },
  {
    what: "key in capital letters",
    kind: bucket,
    namespace: "plain",
    annotations: { "services.k8s.aws/Prevent-Delete": "true" },
  },
];

async function storeCase(server: ControlPlane, each: MatrixCase): Promise<void> {
  const storeFor = (way: string) => {
    const name = objectName(way, each);
    return storeObject(server, each.kind, { name, namespace: each.namespace, annotations: each.annotations, labels: { name } });
  };
  await Promise.all(deletionWays.map(({ name }) => storeFor(name)));
}

async function storeEverything(server: ControlPlane): Promise<void> {
  const kinds = [bucket, dbInstance, adoptedResource, iamRoleSelector, clusterScopedRole, evilBucket];
  await Promise.all(kinds.map((kind) => applyCustomResourceDefinition(server, kind)));
  const cases = partialMatrices.flatMap((matrix) => matrix.cases);
  const marked = new Map(cases.map(({ namespace, namespaceAnnotations }) => [namespace, namespaceAnnotations]));
  for (const [namespace, annotations] of marked) {
    if (namespace !== undefined) await storeNamespace(server, namespace, annotations);
  }
  await storeNamespace(server, "plain");
  await storeNamespace(server, "for-s3", { "s3.services.k8s.aws/prevent-delete": "true" });
  await storeNamespace(server, "protected", allMarks);
  await Promise.all(cases.map((each) => storeCase(server, each)));
}

describeWithServer("prevent-delete, the kinds that it concerns", {}, (server) => {
  beforeAll(async () => {
    await storeEverything(server());
    await enforceGenerated(server(), ["ack-prevent-delete"]);
  });

  describe.each(partialMatrices)("$what", ({ kind, cases }) => {
    test.each(deletionWays)(`${kind.kind}, ${cases.length} combinations, $name`, async (way) => {
      const observed = await Promise.all(cases.map(async (each) => [each.row, await observe(server(), way, each)]));
      expect(Object.fromEntries(observed)).toStrictEqual(
        Object.fromEntries(cases.map((each) => [each.row, expectedOutcome(way, each)])),
      );
    });
  });

  test("the partial matrices have the rows that they should", () => {
    expect(partialMatrices.map(({ cases }) => cases.length)).toStrictEqual([16, 16, 4]);
  });

  test.each(unreadMarks)("protects nothing: $what", async ({ what, kind, namespace, annotations = {}, labels = {} }) => {
    const name = what.toLowerCase().replaceAll(/\W+/g, "-");
    await storeObject(server(), kind, { name, namespace, annotations, labels });
    expect(await ask(server(), { method: "DELETE", path: pathOf(kind, { namespace, name }) })).toStrictEqual({
      decision: "allow",
      warnings: [],
    });
  });

  describe.each(bystanders)("is untouched though marked: $what", ({ collection, name, object }) => {
    const one = `${collection}/${name}`;
    test.each([
      { way: "dry run", path: `${one}?dryRun=All`, left: 200 },
      { way: "single", path: one, left: 404 },
      { way: "collection", path: `${collection}?labelSelector=is%3Dbystander`, left: 404 },
    ])("$way", async ({ path, left }) => {
      await created(server(), collection, { ...object, metadata: { name, annotations: allMarks, labels: { is: "bystander" } } });
      expect(await ask(server(), { method: "DELETE", path })).toStrictEqual({ decision: "allow", warnings: [] });
      expect((await server().request({ method: "GET", path: one })).status).toBe(left);
      await server().request({ method: "DELETE", path: one });
    });
  });

  test("an object whose deletion has begun may be deleted again, and is still guarded", async () => {
    await storeObject(server(), bucket, { name: "going", namespace: "default", finalizers: ["test.example/waits"] });
    const path = pathOf(bucket, { namespace: "default", name: "going" });
    await ask(server(), { method: "DELETE", path });
    expect((await server().request(annotate(path, { [generic]: "true" }))).status).toBe(200);
    expect((await ask(server(), { method: "DELETE", path })).decision).toBe("allow");
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" };
    const { body } = await server().request(mergePatch(path, { metadata: { ownerReferences: [owner] } }));
    expect(body["message"]).toContain("'ack-prevent-delete' denied request: ownerGuard: Bucket default/going");
  });

  test("a Namespace whose deletion has begun may be deleted again", async () => {
    await storeNamespace(server(), "going", { [generic]: "true" });
    await storeObject(server(), bucket, { name: "waits", namespace: "going", finalizers: ["test.example/waits"] });
    const path = "/api/v1/namespaces/going";
    expect((await server().request(annotate(path, { [generic]: "false" }))).status).toBe(200);
    expect((await ask(server(), { method: "DELETE", path })).decision).toBe("allow");
    expect((await server().request(annotate(path, { [generic]: "true" }))).status).toBe(200);
    expect((await ask(server(), { method: "DELETE", path })).decision).toBe("allow");
  });

  test("a terminating Namespace makes no difference", async () => {
    await storeNamespace(server(), "ending", { [generic]: "true" });
    await storeObject(server(), bucket, { name: "kept", namespace: "ending" });
    await storeObject(server(), bucket, { name: "released", namespace: "ending", annotations: { [generic]: "false" } });
    const ended = await server().request({ method: "DELETE", path: "/api/v1/namespaces/ending" });
    expect(ended.body).toMatchObject({ status: { phase: "Terminating" } });
    const remove = (name: string) => ask(server(), { method: "DELETE", path: pathOf(bucket, { namespace: "ending", name }) });
    const message =
      `preventDelete: Bucket ending/kept is protected by the annotation services.k8s.aws/prevent-delete: "true" on Namespace ending. ` +
      `To delete it anyway, first run: kubectl annotate buckets.s3.services.k8s.aws/kept -n ending s3.services.k8s.aws/prevent-delete=false --overwrite`;
    expect((await remove("kept")).decision).toStrictEqual(
      denial('buckets.s3.services.k8s.aws "kept"', "ack-prevent-delete", message),
    );
    expect((await remove("released")).decision).toBe("allow");
  });
});
