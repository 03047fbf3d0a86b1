import { describe, expect, test } from "vitest";
import {
  going,
  mapsPath,
  markedMap,
  marksLeft,
  noMarks,
  scriptedCluster,
  secretBy,
  secretsPath,
  storedAs,
  usageOfMap,
  usagesPath,
} from "./scripted-cluster.ts";

const usage = `${usagesPath}/uses`;
const used = `${mapsPath}/used`;
const user = { [`${secretsPath}/user`]: storedAs("s1", "user") };

/** After the controller has met the user: ready. */
async function settled() {
  const cluster = scriptedCluster({ [usage]: usageOfMap({}, { by: secretBy }), [used]: markedMap(), ...user });
  await cluster.reconcile("uses");
  return cluster;
}

function metadataOf({ objects }: Awaited<ReturnType<typeof settled>>): Readonly<Record<string, unknown>> {
  return objects.get(usage)?.["metadata"] as Readonly<Record<string, unknown>>;
}

/** As somebody else leaves the Usage. */
function change(cluster: Awaited<ReturnType<typeof settled>>, metadata: object, spec: object = { by: secretBy }): void {
  const { annotations } = metadataOf(cluster);
  cluster.objects.set(usage, usageOfMap({ annotations, ...metadata }, spec));
}

describe("a Usage that has met its user", () => {
  test("is owned by it, and knows it besides", async () => {
    const cluster = await settled();
    expect(metadataOf(cluster)["ownerReferences"]).toEqual([{ apiVersion: "v1", kind: "Secret", name: "user", uid: "s1" }]);
    // The garbage collector takes the reference away: of dependents that are orphaned, and of those that another owner
    // keeps.
    change(cluster, {});
    cluster.objects.delete(`${secretsPath}/user`);
    await cluster.reconcile("uses");
    expect(cluster.objects.has(usage)).toBe(false);
    expect(marksLeft(cluster)).toEqual(noMarks);
  });

  test("goes where another object has the name of its user", async () => {
    const cluster = await settled();
    change(cluster, {});
    cluster.objects.set(`${secretsPath}/user`, storedAs("s2", "user"));
    await cluster.reconcile("uses");
    expect(cluster.objects.has(usage)).toBe(false);
  });

  test("of which the user is an owner already, has no second reference", async () => {
    const ownerReferences = [{ apiVersion: "v1", kind: "Secret", name: "user", uid: "s1", controller: true }];
    const cluster = scriptedCluster({ [usage]: usageOfMap({ ownerReferences }, { by: secretBy }), [used]: markedMap(), ...user });
    await cluster.reconcile("uses");
    expect(metadataOf(cluster)).toMatchObject({ ownerReferences, annotations: { "holdfast.dev/used-by": expect.any(String) } });
    expect((metadataOf(cluster)["ownerReferences"] as readonly unknown[]).length).toBe(1);
  });

  test("waits for it while its composite goes, without the reference", async () => {
    const cluster = await settled();
    change(cluster, { ...going, labels: { "crossplane.io/composite": "whole" } });
    await cluster.reconcile("uses");
    expect(cluster.objects.get(usage)).toMatchObject({ status: { conditions: [{ reason: "WaitsForUser" }] } });
  });
});

test("a Usage that may not be deleted after its user says so, and is not deleted over and over", async () => {
  const objects = { [usage]: usageOfMap({}, { by: secretBy }), [used]: markedMap(), ...user };
  const cluster = scriptedCluster(objects, [`DELETE ${usage}`]);
  await cluster.reconcile("uses");
  cluster.objects.delete(`${secretsPath}/user`);
  expect(await cluster.reconcile("uses")).toEqual({ again: 45_000 });
  expect(cluster.requests.filter((request) => request.startsWith("DELETE"))).toHaveLength(1);
  expect(cluster.objects.get(usage)).toMatchObject({ status: { conditions: [{ status: "False", reason: "DeleteDenied" }] } });
});

describe("what is recorded is not believed", () => {
  test("where the Usage names another user by now", async () => {
    const cluster = await settled();
    cluster.objects.set(`${secretsPath}/next`, storedAs("s2", "next"));
    change(cluster, {}, { by: { ...secretBy, resourceRef: { name: "next" } } });
    await cluster.reconcile("uses");
    expect(metadataOf(cluster)["annotations"]).toMatchObject({ "holdfast.dev/used-by": expect.stringContaining("s2") });
  });

  test("of another Usage: a copy, or what was restored from a backup with its annotations", async () => {
    const cluster = await settled();
    change(cluster, { uid: "u2" });
    cluster.objects.set(`${secretsPath}/user`, storedAs("s2", "user"));
    await cluster.reconcile("uses");
    expect(metadataOf(cluster)["annotations"]).toMatchObject({ "holdfast.dev/used-by": expect.stringContaining("s2") });
  });
});
