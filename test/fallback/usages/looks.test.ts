import { describe, expect, test } from "vitest";
import { going, mapsPath, markedMap, scriptedCluster, storedAs, usageOfMap, usagesPath } from "./scripted-cluster.ts";

const usage = `${usagesPath}/uses`;
const used = `${mapsPath}/used`;

/** The ConfigMap with the entries of these, too: UIDs, and where they say that they are. */
function sharedMap(others: Readonly<Record<string, string>>) {
  const entries = Object.entries({ u1: "uses", ...others }).map(([uid, name]) => [
    `usage.holdfast.dev/${uid}`,
    `usages.protection.holdfast.dev/shop/${name}`,
  ]);
  return markedMap({ annotations: Object.fromEntries(entries) });
}

function entriesLeft({ objects }: ReturnType<typeof scriptedCluster>): readonly string[] {
  const metadata = objects.get(used)?.["metadata"] as { readonly annotations: object } | undefined;
  return Object.keys(metadata?.annotations ?? {}).toSorted();
}

test("a Usage that is ready costs two reads in half an hour, and up to as much again", async () => {
  const cluster = scriptedCluster({ [usage]: usageOfMap(), [used]: markedMap() });
  await cluster.reconcile("uses");
  const before = cluster.requests.length;
  expect(await cluster.reconcile("uses")).toEqual({ again: 45 * 60_000 });
  expect(cluster.requests.slice(before)).toEqual([`GET ${usage}`, `GET ${used}`]);
});

test("one that is not ready is looked at again soon, later where a watch tells what ends that", async () => {
  const notProtected = scriptedCluster({ [usage]: usageOfMap() }, [], { protects: () => false });
  expect(await notProtected.reconcile("uses")).toEqual({ again: 45_000 });
  const targetNotFound = scriptedCluster({ [usage]: usageOfMap() });
  expect(await targetNotFound.reconcile("uses")).toEqual({ again: 7.5 * 60_000 });
});

describe("who else has an entry is asked by its name", () => {
  const other = storedAs("u2", "other", {}, { spec: {} });

  test("and all Usages are not listed for that", async () => {
    const cluster = scriptedCluster({
      [usage]: usageOfMap(going),
      [used]: sharedMap({ u2: "other" }),
      [`${usagesPath}/other`]: other,
    });
    await cluster.reconcile("uses");
    expect(cluster.objects.has(usage)).toBe(false);
    expect(entriesLeft(cluster)).toEqual(["usage.holdfast.dev/u2"]);
    expect(cluster.requests.filter((request) => request.endsWith("/usages"))).toEqual([]);
  });

  test.each([
    ["gone", "gone", []],
    ["another of its name", "other", []],
    ["somewhere else than its entry says", "elsewhere", ["usage.holdfast.dev/u3"]],
    ["at no place that there can be", "../x", ["usage.holdfast.dev/u3"]],
  ])("but where one is %s", async (_, text, left) => {
    const objects = { [usage]: usageOfMap(going), [used]: sharedMap({ u3: text }), [`${usagesPath}/other`]: other };
    const third =
      left.length === 0 ? {} : { "/apis/protection.holdfast.dev/v1alpha1/namespaces/shop/usages/third": storedAs("u3", "third") };
    const cluster = scriptedCluster({ ...objects, ...third });
    await cluster.reconcile("uses");
    expect(entriesLeft(cluster)).toEqual(left);
  });

  test("nor one by one where there are many", async () => {
    const uids = Array.from({ length: 100 }, (_, at) => `u${at + 2}`);
    const others = Object.fromEntries(
      uids.map((uid) => [`${usagesPath}/of-${uid}`, storedAs(uid, `of-${uid}`, {}, { spec: {} })]),
    );
    const shared = sharedMap(Object.fromEntries(uids.map((uid) => [uid, `of-${uid}`])));
    const cluster = scriptedCluster({ [usage]: usageOfMap(going), [used]: shared, ...others });
    await cluster.reconcile("uses");
    expect([entriesLeft(cluster).length, cluster.requests.length < 20]).toEqual([100, true]);
  });
});
