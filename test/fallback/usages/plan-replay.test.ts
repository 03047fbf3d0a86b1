import { expect, test } from "vitest";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { planUsage } from "../../../runtime-fallback/usages/plan/plan-usage.ts";
import type { UsageSnapshot } from "../../../runtime-fallback/usages/snapshot/seen.ts";
import { decodeUsage } from "../../../runtime-fallback/usages/usage.ts";

const now = Date.parse("2026-01-31T12:00:00Z");
const hour = 3_600_000;

const usage = decodeUsage(
  { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" },
  {
    metadata: {
      name: "keep",
      namespace: "shop",
      uid: "u1",
      resourceVersion: "3",
      deletionTimestamp: "2026-01-31T12:00:00Z",
      finalizers: ["usage.holdfast.dev/in-use"],
    },
    spec: { reason: "kept", of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "kept" } } },
  },
);

function target(attempt: string, more: object = {}, annotations: object = {}): StoredObject {
  const all = { "holdfast.dev/delete-when-unused": attempt, ...annotations };
  return { metadata: { name: "kept", namespace: "shop", uid: "t1", resourceVersion: "7", annotations: all, ...more } };
}

/** What is done about an object of which the last Usage goes. */
function stepFor(object: StoredObject, rest: Partial<UsageSnapshot> = {}) {
  const place = {
    resource: { group: "", version: "v1", resource: "configmaps" },
    kind: "ConfigMap",
    key: { namespace: "shop", name: "kept" },
  };
  return planUsage({
    usage,
    of: { state: "found", place, object },
    by: { state: "none" },
    left: { state: "none" },
    isDecomposing: false,
    compositeUnread: undefined,
    collection: undefined,
    standing: new Set(["u1"]),
    markDenial: undefined,
    unmarkDenial: undefined,
    usageDenial: undefined,
    attempts: "replayed",
    replayDenial: undefined,
    now,
    ...rest,
  });
}

const preconditions = { uid: "t1", resourceVersion: "7" };

test.each([
  ["t1/2026-01-31T11:59:00Z", "Background"],
  ["t1/2026-01-31T11:59:00Z/Background", "Background"],
  ["t1/2026-01-31T11:59:00Z/Foreground", "Foreground"],
  ["t1/2026-01-31T11:59:00Z/Orphan", "Orphan"],
])("%s deletes this very version of the object, with its dependents: %s", (attempt, propagation) => {
  expect(stepFor(target(attempt))).toMatchObject({ kind: "delete", what: "replay", preconditions, propagation });
});

test.each([
  ["of another object", "t2/2026-01-31T11:59:00Z"],
  ["of an object whose UID begins alike", "t11/2026-01-31T11:59:00Z"],
  ["with a policy that there is none of", "t1/2026-01-31T11:59:00Z/Everything"],
  ["with one part too many", "t1/2026-01-31T11:59:00Z/Orphan/1"],
  ["of Crossplane", "Background"],
])("an attempt %s is none", (_, attempt) => {
  expect(stepFor(target(attempt))).toMatchObject({ what: "released" });
});

test("nothing is deleted while another Usage has its entry, and the attempt stays", () => {
  const object = target("t1/2026-01-31T11:59:00Z", {}, { "usage.holdfast.dev/u2": "usages.protection.holdfast.dev/shop/other" });
  expect(stepFor(object, { standing: new Set(["u1", "u2"]) })).toMatchObject({ what: "released" });
});

test("its own entry comes off first: the delete is of the version without it", () => {
  const object = target("t1/2026-01-31T11:59:00Z", {}, { "usage.holdfast.dev/u1": "usages.protection.holdfast.dev/shop/keep" });
  expect(stepFor(object)).toMatchObject({ what: "unmark" });
});

test("what is being deleted already is let go", () => {
  const object = target("t1/2026-01-31T11:59:00Z", { deletionTimestamp: "2026-01-31T12:00:00Z" });
  expect(stepFor(object)).toMatchObject({ what: "released" });
});

test("what waits for its user is not deleted yet", () => {
  const user = decodeUsage(usage.resource, {
    ...usage.object,
    spec: { ...(usage.object["spec"] as object), by: { apiVersion: "v1", kind: "Secret", resourceRef: { name: "s" } } },
  });
  const place = { resource: { group: "", version: "v1", resource: "secrets" }, kind: "Secret", key: { name: "s" } };
  const by = { state: "found", place, object: { metadata: { name: "s", uid: "s1", resourceVersion: "1" } } } as const;
  expect(stepFor(target("t1/2026-01-31T11:59:00Z"), { usage: user, by, isDecomposing: true })).toMatchObject({ what: "status" });
});

test.each([
  ["24 hours old", 24 * hour, "replay"],
  ["older than that", 24 * hour + 1, "older than 24 hours"],
  ["5 minutes ahead", -5 * 60_000, "replay"],
  ["further ahead", -5 * 60_000 - 1, "has not come yet"],
])("an attempt that is %s: %#", (_, age, outcome) => {
  const step = stepFor(target("t1/2026-01-31T12:00:00Z"), { now: now + age });
  if (outcome === "replay") expect(step).toMatchObject({ kind: "delete" });
  else expect(step).toMatchObject({ what: "withdrawal", notice: { message: expect.stringContaining(outcome) } });
});

test("a time that cannot be read is no time", () => {
  const step = stepFor(target("t1/2026-13-01T00:00:00Z"));
  expect(step).toMatchObject({ what: "withdrawal", notice: { message: expect.stringContaining("cannot be read") } });
});

test("what was denied is withdrawn, of the version that was denied", () => {
  const step = stepFor(target("t1/2026-01-31T11:59:00Z"), { replayDenial: "kept for ever" });
  const metadata = { resourceVersion: "7", annotations: { "holdfast.dev/delete-when-unused": null } };
  expect(step).toMatchObject({
    what: "withdrawal",
    patch: { metadata },
    notice: { message: expect.stringContaining("kept for ever") },
  });
});

test("a controller that is not told to looks at no attempt", () => {
  expect(stepFor(target("t1/2026-01-31T11:59:00Z"), { attempts: "ignored" })).toMatchObject({ what: "released" });
});
