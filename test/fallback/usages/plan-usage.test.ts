import { describe, expect, test } from "vitest";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { isMarkedBy, markPatch, unmarkPatch } from "../../../runtime-fallback/usages/records/mark.ts";
import { planUsage } from "../../../runtime-fallback/usages/plan/plan-usage.ts";
import type { UsageSnapshot, SeenReference } from "../../../runtime-fallback/usages/snapshot/seen.ts";
import { decodeUsage, type Usage } from "../../../runtime-fallback/usages/usage.ts";

const ours = { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" };
const theirs = { group: "protection.crossplane.io", version: "v1beta1", resource: "usages" };
const maps = { group: "", version: "v1", resource: "configmaps" };
const key = { namespace: "shop", name: "kept" };

function stored(uid: string, metadata: object = {}, rest: object = {}): StoredObject {
  return { metadata: { name: "kept", namespace: "shop", uid, resourceVersion: "7", ...metadata }, ...rest };
}

const spec = { reason: "kept", of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "kept" } } };
const finalizers = ["usage.holdfast.dev/in-use"];

const annotations = {
  "holdfast.dev/marks": JSON.stringify({ usage: "u1", group: "", kind: "ConfigMap", namespace: "shop", name: "kept" }),
};

function usage(metadata: object = { finalizers, annotations }, resource = ours): Usage {
  return decodeUsage(resource, stored("u1", metadata, { spec }));
}

function found(object: StoredObject): SeenReference {
  return { state: "found", place: { resource: maps, kind: "ConfigMap", key }, object };
}

const denials = { markDenial: undefined, unmarkDenial: undefined, usageDenial: undefined, replayDenial: undefined };
const asked = { attempts: "replayed", compositeUnread: undefined, ...denials } as const;

function look(rest: Partial<UsageSnapshot>): UsageSnapshot {
  const nothing = { isDecomposing: false, collection: undefined, standing: new Set<string>(), now: 0, ...asked };
  return { usage: usage(), of: found(stored("t1")), by: { state: "none" }, left: { state: "none" }, ...nothing, ...rest };
}

/** The object after the patch, as far as labels and annotations go. */
function patched(object: StoredObject, patch: object | undefined): StoredObject {
  const { metadata } = patch as { readonly metadata: Readonly<Record<string, Readonly<Record<string, string | null>>>> };
  const merged = (field: string) =>
    Object.fromEntries(
      Object.entries({ ...(object.metadata[field] as object), ...metadata[field] }).filter(([, value]) => value !== null),
    );
  return stored(object.metadata.uid, { labels: merged("labels"), annotations: merged("annotations") });
}

const marksOf = ({ metadata: { labels, annotations: all } }: StoredObject): object => ({ labels, annotations: all });

describe("the order of writes", () => {
  test("no mark before the finalizer", () => {
    expect(planUsage(look({ usage: usage({}) }))).toMatchObject({ what: "finalizer", patch: { metadata: { finalizers } } });
  });

  test("no mark before it is written down where it will be", () => {
    expect(planUsage(look({ usage: usage({ finalizers }) }))).toMatchObject({
      what: "record",
      patch: { metadata: { annotations } },
    });
  });

  test("a mark that the API server denies is no promise, and the Usage says why", () => {
    const ready = { status: "False", reason: "MarkDenied", message: "too long" };
    expect(planUsage(look({ markDenial: "too long" }))).toMatchObject({ what: "status", ready });
  });

  test("what has 1,000 annotations is not marked, and the Usage says why; with one less it is, and what is marked stays so", () => {
    const withMany = (count: number, first: object = {}) =>
      stored("t1", {
        annotations: { ...first, ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, ""])) },
      });
    expect(planUsage(look({ of: found(withMany(999)) }))).toMatchObject({ what: "mark" });
    const message = "it has 1000 annotations, and is marked only where it has fewer than 1000: remove some";
    const ready = { status: "False", reason: "MarkDenied", message };
    expect(planUsage(look({ of: found(withMany(1_000)) }))).toMatchObject({ what: "status", ready });
    const marked = patched(withMany(1_999), markPatch(withMany(1_999), usage()));
    expect(planUsage(look({ of: found(marked) }))).toMatchObject({ ready: { status: "True" } });
    expect(planUsage(look({ of: found(stored("t1", { annotations: marked.metadata["annotations"] })) }))).toMatchObject({
      what: "mark",
    });
  });

  test("no Ready before a look that saw the mark", () => {
    expect(planUsage(look({}))).toMatchObject({ what: "mark", patch: { metadata: { resourceVersion: "7" } } });
    const marked = patched(stored("t1"), markPatch(stored("t1"), usage()));
    expect(planUsage(look({ of: found(marked) }))).toMatchObject({ what: "status", ready: { status: "True" } });
  });

  test("a mark of another Usage is none of this one: it writes, too", () => {
    const other = decodeUsage(ours, stored("u2", {}, { spec }));
    const marked = patched(stored("t1"), markPatch(stored("t1"), other));
    expect(planUsage(look({ of: found(marked) }))).toMatchObject({ what: "mark" });
  });

  test("the finalizer goes after the entry", () => {
    const going = usage({ finalizers, deletionTimestamp: "2026-01-01T00:00:00Z" });
    const marked = patched(stored("t1"), markPatch(stored("t1"), going));
    expect(planUsage(look({ usage: going, of: found(marked) }))).toMatchObject({ what: "unmark" });
    expect(planUsage(look({ usage: going }))).toMatchObject({ what: "released", patch: { metadata: { finalizers: [] } } });
  });

  test("a delete in place of the garbage collector is for this very version of the object, and not for one in use", () => {
    const going = usage({ finalizers, deletionTimestamp: "2026-01-01T00:00:00Z" });
    const preconditions = { uid: "t1", resourceVersion: "7" };
    const step = planUsage(look({ usage: going, collection: "Foreground" }));
    expect(step).toMatchObject({ kind: "delete", preconditions, propagation: "Foreground" });
    const other = decodeUsage(ours, stored("u2", {}, { spec }));
    const marked = patched(stored("t1"), markPatch(stored("t1"), other));
    const used = { of: found(marked), standing: new Set(["u1", "u2"]) };
    expect(planUsage(look({ usage: going, collection: "Background", ...used }))).toMatchObject({ what: "released" });
  });
});

describe("a Usage whose composite goes", () => {
  const by = { apiVersion: "v1", kind: "Secret", resourceRef: { name: "user" } };
  const owner = { apiVersion: "v1", kind: "Secret", name: "user", uid: "b1", blockOwnerDeletion: true };
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const foreground = { deletionTimestamp, finalizers: ["foregroundDeletion"] };

  function step(user: object, ofUsage: readonly object[], ofTarget: readonly object[] = []) {
    const metadata = { finalizers, annotations, deletionTimestamp, ownerReferences: ofUsage };
    const going = decodeUsage(ours, stored("u1", metadata, { spec: { ...spec, by } }));
    const target = patched(stored("t1"), markPatch(stored("t1"), going));
    const of = found({ metadata: { ...target.metadata, ownerReferences: ofTarget } });
    return planUsage(look({ usage: going, of, by: found(stored("b1", user)), isDecomposing: true }));
  }

  test("does not wait for a user that waits for it, or for what it keeps, in the foreground", () => {
    expect(step(foreground, [owner])).toMatchObject({ what: "unmark" });
    expect(step(foreground, [], [owner])).toMatchObject({ what: "unmark" });
  });

  test.each([
    ["is not deleted", {}, [owner]],
    ["is deleted in the background", { deletionTimestamp, finalizers: ["example.com/uninstalls"] }, [owner]],
    ["waits for others", foreground, [{ ...owner, name: "other", uid: "b2" }]],
    ["may go before what it owns", foreground, [{ ...owner, blockOwnerDeletion: false }]],
  ])("waits for a user that %s", (_, user, owners) => {
    expect(step(user, owners, owners)).toMatchObject({ ready: { reason: "WaitsForUser" } });
  });
});

describe("the mark", () => {
  const other = decodeUsage(theirs, stored("u2", {}, { spec }));
  const both = patched(patched(stored("t1"), markPatch(stored("t1"), usage())), markPatch(stored("t1"), other));

  test("goes with the last entry, and what others need of it stays", () => {
    const left = patched(both, unmarkPatch(both, usage(), new Set(["u1", "u2"])));
    expect([isMarkedBy(left, usage()), isMarkedBy(left, other)]).toEqual([false, true]);
    const none = patched(left, unmarkPatch(left, other, new Set(["u2"])));
    expect(marksOf(none)).toEqual({ labels: {}, annotations: {} });
  });

  test("entries of Usages that no longer exist go 100 at a time, its own first, and the label with the last", () => {
    const entries = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`usage.holdfast.dev/x${at}`, `usages.protection.holdfast.dev/shop/x${at}`]),
    );
    const many = stored("t1", { annotations: entries });
    const marked = patched(many, markPatch(many, usage()));
    const first = patched(marked, unmarkPatch(marked, usage(), new Set(["u1"])));
    expect(isMarkedBy(first, usage())).toBe(false);
    expect(first.metadata["labels"]).toEqual({ "holdfast.dev/in-use": "true" });
    expect(Object.keys(first.metadata["annotations"] as object)).toHaveLength(51);
    expect(marksOf(patched(first, unmarkPatch(first, usage(), new Set(["u1"]))))).toEqual({ labels: {}, annotations: {} });
  });

  test("the label for Crossplane goes with the last Usage of Crossplane", () => {
    const left = patched(both, unmarkPatch(both, other, new Set(["u1", "u2"])));
    expect(left.metadata["labels"]).toEqual({ "holdfast.dev/in-use": "true" });
  });

  test("the label that Crossplane's own controller wrote stays", () => {
    const labels = { "crossplane.io/in-use": "true" };
    const marked = patched(stored("t1", { labels }), markPatch(stored("t1", { labels }), usage()));
    const left = patched(marked, unmarkPatch(marked, usage(), new Set(["u1"])));
    expect(marksOf(left)).toEqual({ labels, annotations: {} });
    expect(unmarkPatch(left, other, new Set())).toBeUndefined();
  });

  test("an entry of a Usage that no longer exists goes, too", () => {
    const none = patched(both, unmarkPatch(both, usage(), new Set(["u1"])));
    expect(marksOf(none)).toEqual({ labels: {}, annotations: {} });
  });

  test("where nothing is left, nothing is written", () => {
    expect(unmarkPatch(stored("t1"), usage(), new Set())).toBeUndefined();
  });
});

test.each([
  ["nothing", {}],
  ["text", { spec: "x" }],
  ["a list", { spec: { of: [], by: 3, reason: {} } }],
  ["names that are numbers", { spec: { of: { apiVersion: 1, kind: 2, resourceRef: { name: 3 } } } }],
])("a Usage that holds %s is read, and denied", (_, rest) => {
  const broken = decodeUsage(ours, stored("u1", {}, rest));
  expect(planUsage(look({ usage: broken, of: { state: "none" } }))).toMatchObject({ ready: { status: "False" } });
});
