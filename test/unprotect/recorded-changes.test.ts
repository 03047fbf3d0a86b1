import { expect, test } from "vitest";
import { type MarkChange, ownOpenings, unprotectionOf } from "../../compiler/api/unprotection.ts";
import type { ClusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { recordedChanges } from "../../compiler/cluster/unprotect/index.ts";
import { takingBack } from "../../runtime-fallback/unprotected/record.ts";
import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import { objectWith, recordOf } from "../fallback/unprotected/objects.ts";

const keep: MarkChange = { field: "labels", key: "example.com/keep", value: "true" };
const withoutKeep: MarkChange = { ...keep, value: undefined };
const release: MarkChange = { field: "annotations", key: "holdfast.dev/release", value: "u" };
const withoutRelease: MarkChange = { ...release, value: undefined };
const mayGo: MarkChange = { field: "annotations", key: "example.com/may-go", value: undefined };
const theRecord: MarkChange = { field: "annotations", key: "holdfast.dev/unprotected", value: undefined };
const ofProtected = [...ownOpenings, keep, mayGo];

type Marks = Parameters<typeof objectWith>[0];

/** A protected object with this record on it. */
const carrying = (record: string, { labels, annotations }: Marks = {}): StoredObject =>
  objectWith({
    labels: { "example.com/keep": "true", ...labels },
    annotations: { ...annotations, "holdfast.dev/unprotected": record },
  });

/** The object after these changes have opened it. */
function opened(stored: StoredObject, changes: readonly MarkChange[]): StoredObject {
  const object = { of: { group: "", version: "v1", resource: "configmaps" }, name: "c", namespace: "shop", uid: "u", stored };
  const done = recordedChanges(
    { object: object as unknown as ClusterObject, changes },
    { reason: "repair", until: "2026-01-01T00:00:00Z" },
  );
  const { labels, annotations } = stored.metadata as Record<string, Record<string, string>>;
  const marks = { labels: { ...labels }, annotations: { ...annotations } };
  for (const { field, key, value } of done)
    if (value === undefined) Reflect.deleteProperty(marks[field], key);
    else marks[field][key] = value;
  return objectWith(marks);
}

test.each<[string, StoredObject, MarkChange, MarkChange]>([
  ["of this object, that the label was not there", carrying(recordOf({ before: [withoutKeep] })), withoutKeep, keep],
  ["of this object, that it was released", carrying(recordOf({ before: [release] })), release, withoutRelease],
  ["of another object", carrying(recordOf({ uid: "v", before: [release, withoutKeep] })), release, withoutRelease],
  ["of no object", carrying(recordOf({ uid: undefined, before: [withoutKeep] })), withoutKeep, keep],
])("a record that was planted before, and says %s, does not keep it open for good", (_, planted, change, back) => {
  const after = opened(planted, [change]);
  expect(unprotectionOf(after)?.before).toEqual([back]);
  expect(takingBack(after, ofProtected)).toEqual({
    reason: "repair",
    changes: [back, theRecord],
    left: [],
  });
});

test("a release of another object that was planted before is not to come back, as it opened nothing", () => {
  const planted = carrying(recordOf({}), { annotations: { "holdfast.dev/release": "of another" } });
  expect(takingBack(opened(planted, [release]), ofProtected)).toMatchObject({ changes: [withoutRelease, theRecord], left: [] });
});

test("of what an earlier record of another object says, nothing is taken over", () => {
  const copied = carrying(recordOf({ uid: "v", before: [mayGo] }), { annotations: { "example.com/may-go": "yes" } });
  expect(unprotectionOf(opened(copied, [release]))?.before).toEqual([withoutRelease]);
});

test("what was opened before, and is not changed now, is taken back with the rest", () => {
  const before = opened(carrying("none"), [{ ...mayGo, value: "yes" }]);
  const both = opened(before, [withoutKeep]);
  expect(unprotectionOf(both)?.before).toEqual([mayGo, keep]);
  expect(takingBack(both, ofProtected)).toMatchObject({ changes: [mayGo, keep, theRecord], left: [] });
});

test("a record has no more changes than can be read, and those of now are among them", () => {
  const junk = Array.from({ length: 20 }, (_, at) => ({ field: "labels", key: `junk-${at}`, value: "x" }));
  const after = opened(carrying(recordOf({ before: junk })), [release, withoutKeep]);
  expect(unprotectionOf(after)?.before).toEqual([...junk.slice(0, 18), withoutRelease, keep]);
  expect(takingBack(after, ofProtected)).toMatchObject({ changes: [withoutRelease, keep] });
});

test("more changes than a record holds are not made", () => {
  const many = Array.from({ length: 21 }, (_, at): MarkChange => ({ field: "labels", key: `key-${at}`, value: "x" }));
  expect(() => opened(carrying("none"), many)).toThrow("what opens configmaps/c -n shop are 21 changes, and a record takes 20");
});
