import { expect, test } from "vitest";
import {
  going,
  mapsPath,
  markedMap,
  marksLeft,
  noMarks,
  scriptedCluster,
  storedAs,
  usageOfMap,
  usagesPath,
} from "./scripted-cluster.ts";

const usage = `${usagesPath}/uses`;
const used = `${mapsPath}/used`;

test("a Usage whose finalizer somebody took off leaves no mark behind", async () => {
  const cluster = scriptedCluster({ [usage]: usageOfMap(), [used]: markedMap() });
  await cluster.reconcile("uses");
  cluster.objects.delete(usage);
  await cluster.reconcile("uses");
  expect(marksLeft(cluster)).toEqual(noMarks);
});

test("nor does one that was made anew meanwhile, and that names something else", async () => {
  const cluster = scriptedCluster({ [usage]: usageOfMap(), [used]: markedMap() });
  await cluster.reconcile("uses");
  const of = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "next" } };
  cluster.objects.set(usage, storedAs("u2", "uses", {}, { spec: { reason: "kept", of } }));
  await cluster.reconcile("uses");
  expect(marksLeft(cluster)).toEqual(noMarks);
});

test("the mark of another Usage stays", async () => {
  const entry = { "usage.holdfast.dev/u2": "usages.protection.holdfast.dev/shop/other" };
  const { metadata } = markedMap() as { readonly metadata: { readonly annotations: object } };
  const both = markedMap({ annotations: { ...metadata.annotations, ...entry } });
  const other = storedAs("u2", "other", {}, { spec: {} });
  const cluster = scriptedCluster({ [usage]: usageOfMap(), [used]: both, [`${usagesPath}/other`]: other });
  await cluster.reconcile("uses");
  cluster.objects.delete(usage);
  await cluster.reconcile("uses");
  expect(marksLeft(cluster)).toEqual({ labels: { "holdfast.dev/in-use": "true" }, annotations: entry });
});

test("one that went as it should is not looked for", async () => {
  const cluster = scriptedCluster({ [usage]: usageOfMap(going), [used]: markedMap() });
  await cluster.reconcile("uses");
  const before = cluster.requests.length;
  await cluster.reconcile("uses");
  expect(cluster.requests.slice(before)).toEqual([`GET ${usage}`]);
});
