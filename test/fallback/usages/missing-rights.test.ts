import { describe, expect, test } from "vitest";
import {
  compositesPath,
  going,
  mapsPath,
  markedMap,
  scriptedCluster,
  secretBy,
  secretsPath,
  storedAs,
  usageOfMap,
  usagesPath,
} from "./scripted-cluster.ts";

const usage = `${usagesPath}/uses`;
const used = `${mapsPath}/used`;
const composite = { apiVersion: "example.com/v1", kind: "Composite", name: "whole", uid: "c1", controller: true };
const owned = { labels: { "crossplane.io/composite": "whole" }, ownerReferences: [composite] };
const user = { [`${secretsPath}/user`]: storedAs("s1", "user") };

/** What the Usage says of itself. */
function said({ objects }: ReturnType<typeof scriptedCluster>): object | undefined {
  return (objects.get(usage) as { status?: { conditions: readonly object[] } } | undefined)?.status?.conditions[0];
}

function marks({ objects }: ReturnType<typeof scriptedCluster>): unknown {
  return (objects.get(used)?.["metadata"] as { labels: unknown } | undefined)?.labels;
}

describe("a Usage that is deleted", () => {
  test("is let go although nobody may read the owner of what it names, which is not collected for that", async () => {
    const owner = { apiVersion: "v1", kind: "Secret", name: "sealed", uid: "gone" };
    const objects = { [usage]: usageOfMap(going), [used]: markedMap({ ownerReferences: [owner] }) };
    const cluster = scriptedCluster(objects, [`GET ${secretsPath}`]);
    await cluster.reconcile("uses");
    expect([cluster.objects.has(usage), marks(cluster)]).toEqual([false, {}]);
    expect(cluster.requests).not.toContain(`DELETE ${used}`);
  });

  test("waits for its user where nobody may read its composite, and says which right is missing", async () => {
    const objects = { [usage]: usageOfMap({ ...going, ...owned }, { by: secretBy }), [used]: markedMap(), ...user };
    const cluster = scriptedCluster(objects, [`GET ${compositesPath}`]);
    await cluster.reconcile("uses");
    expect(said(cluster)).toMatchObject({ reason: "WaitsForUser", message: expect.stringContaining("usages.composites") });
    expect(marks(cluster)).toEqual({ "holdfast.dev/in-use": "true" });
    cluster.objects.delete(`${secretsPath}/user`);
    await cluster.reconcile("uses");
    expect([cluster.objects.has(usage), marks(cluster)]).toEqual([false, {}]);
  });

  test("does not wait for a user that nobody may read, unless its composite goes", async () => {
    const objects = { [usage]: usageOfMap(going, { by: secretBy }), [used]: markedMap(), ...user };
    const alone = scriptedCluster(objects, [`GET ${secretsPath}`]);
    await alone.reconcile("uses");
    expect([alone.objects.has(usage), marks(alone)]).toEqual([false, {}]);
    // The composite is not there any more.
    const part = { ...objects, [usage]: usageOfMap({ ...going, ...owned }, { by: secretBy }) };
    const composed = scriptedCluster(part, [`GET ${secretsPath}`]);
    await composed.reconcile("uses");
    expect(said(composed)).toMatchObject({ reason: "MayNotRead" });
    expect(marks(composed)).toEqual({ "holdfast.dev/in-use": "true" });
  });

  test("stays where the mark cannot be taken off, and says why", async () => {
    const objects = { [usage]: usageOfMap(going), [used]: markedMap() };
    const unread = scriptedCluster(objects, [`GET ${mapsPath}`]);
    await unread.reconcile("uses");
    expect(said(unread)).toMatchObject({ reason: "MayNotRead", message: expect.stringContaining("so the mark stays") });
    const unwritten = scriptedCluster(objects, [`PATCH ${mapsPath}`]);
    await expect(unwritten.reconcile("uses")).rejects.toThrow("403");
    expect(said(unwritten)).toMatchObject({ reason: "MarkDenied", message: expect.stringContaining("403") });
    expect(unwritten.objects.has(usage)).toBe(true);
  });

  test("is tried again soon, without a word, while a webhook may not have heard that it goes", async () => {
    const cluster = scriptedCluster({ [usage]: usageOfMap(going), [used]: markedMap() }, [`PATCH ${mapsPath}`]);
    expect(await cluster.reconcile("uses", Date.parse("2026-01-01T00:00:01Z"))).toEqual({ again: 300 });
    expect(said(cluster)).toBeUndefined();
  });
});

test("a Usage that names another object says so where it cannot take its mark off the first", async () => {
  const of = { apiVersion: "v1", kind: "Secret", resourceRef: { name: "next" } };
  const objects = { [usage]: usageOfMap({}, { of, reason: "kept" }), [used]: markedMap() };
  for (const forbidden of [`GET ${mapsPath}`, `PATCH ${mapsPath}`]) {
    const cluster = scriptedCluster({ ...objects, [`${secretsPath}/next`]: storedAs("t2", "next") }, [forbidden]);
    await cluster.reconcile("uses").catch(() => undefined);
    expect(said(cluster)).toMatchObject({ status: "False" });
    expect(cluster.requests).not.toContain(`PATCH ${secretsPath}/next`);
  }
});
