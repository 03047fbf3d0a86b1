import { expect, test } from "vitest";
import { type MarkChange, endOf, ownOpenings } from "../../../compiler/api/unprotection.ts";
import { recordEnd, takingBack } from "../../../runtime-fallback/unprotected/record.ts";
import { objectWith, recordOf } from "./objects.ts";

const until = "2026-11-28T16:00:00Z";
const at = (text: string) => recordEnd(objectWith({ annotations: { "holdfast.dev/unprotected": text } }));
const keep: MarkChange = { field: "labels", key: "example.com/keep", value: "true" };
const unreadable = { kind: "void", why: "it is no record of `holdfast unprotect`" };
const timeless = { kind: "void", why: "what it says of its end is no time" };

test("a record says when it ends, or never", () => {
  expect(at(recordOf({ until }))).toEqual({ kind: "at", end: Date.UTC(2026, 10, 28, 16) });
  expect(at(recordOf({}))).toEqual({ kind: "endless" });
  expect(recordEnd(objectWith({}))).toBeUndefined();
});

test.each([
  ["no JSON", "{", unreadable],
  ["a list", "[]", unreadable],
  ["nesting without an end", "[".repeat(100_000), unreadable],
  ["no changes", '{"uid":"u"}', unreadable],
  ["too many changes", recordOf({ until, before: Array.from({ length: 21 }, () => keep) }), unreadable],
  ["a key that is none", recordOf({ until, before: [{ field: "labels", key: "--server" }] }), unreadable],
  ["a field that is none", recordOf({ until, before: [{ field: "finalizers", key: "a" }] }), unreadable],
  ["a value that is no text", recordOf({ until, before: [{ ...keep, value: { a: 1 } }] }), unreadable],
  ["null", recordOf({ until, before: [null] }), unreadable],
  ["another object", recordOf({ uid: "other", until }), { kind: "void", why: "it does not name the UID of this object" }],
  ["no object", recordOf({ uid: undefined, until }), { kind: "void", why: "it does not name the UID of this object" }],
  ["a word", recordOf({ until: "soon" }), timeless],
  ["no zone", recordOf({ until: "2026-11-28T16:00:00" }), timeless],
  ["a day that is none", recordOf({ until: "2026-02-30T16:00:00Z" }), timeless],
  ["before 1970", recordOf({ until: "1969-12-31T23:59:59Z" }), timeless],
  ["a year of six digits", recordOf({ until: "+275760-09-13T00:00:00Z" }), timeless],
  ["a number", JSON.stringify({ uid: "u", until: 0, before: [] }), unreadable],
])("a record that somebody has written, with %s, is not followed, and says why", (_, text, said) => {
  expect(at(text)).toEqual(said);
});

test("a time far away is one that is not over", () => {
  expect(endOf("9999-12-31T23:59:59Z")).toBe(Date.UTC(9999, 11, 31, 23, 59, 59));
  expect(endOf("1970-01-01T00:00:00Z")).toBe(0);
});

const marked = (marks: Parameters<typeof objectWith>[0], before: readonly object[]) =>
  takingBack(objectWith({ ...marks, annotations: { ...marks.annotations, "holdfast.dev/unprotected": recordOf({ before }) } }), [
    ...ownOpenings,
    keep,
    { field: "annotations", key: "example.com/may-go", value: undefined },
  ]);
const release = { field: "annotations", key: "holdfast.dev/release" } as const;
const theRecord = { field: "annotations", key: "holdfast.dev/unprotected", value: undefined };
const removed = { ...release, value: undefined };

test("what opens goes, what protects comes back, and the record with the last of it", () => {
  expect(marked({ annotations: { "holdfast.dev/release": "u" } }, [release])).toMatchObject({
    changes: [removed, theRecord],
    left: [],
  });
  expect(marked({ labels: { "example.com/keep": "false" } }, [keep])).toMatchObject({ changes: [keep, theRecord], left: [] });
  const open = { annotations: { "holdfast.dev/confirm-delete": "c", "example.com/may-go": "yes" } };
  const both = Object.keys(open.annotations).map((key) => ({ field: "annotations", key }) as const);
  expect(marked(open, both).changes).toEqual([...both.map((one) => ({ ...one, value: undefined })), theRecord]);
});

test.each([
  ["gives a release", release, { value: "u" }, { annotations: {} }],
  ["gives another release", release, { value: "of another" }, { annotations: { "holdfast.dev/release": "u" } }],
  ["takes off what protects", { field: "labels", key: "example.com/keep" }, {}, { labels: { "example.com/keep": "true" } }],
  ["weakens what protects", keep, { value: "false" }, { labels: { "example.com/keep": "true" } }],
  ["is about a mark of nobody", { field: "labels", key: "team" }, { value: "mallory" }, {}],
  ["puts a label where an annotation protects", keep, { field: "annotations" }, {}],
] as const)("a change that %s is left, and the record stays", (_, change, other, marks) => {
  const { changes, left } = marked(marks, [{ ...change, ...other }]);
  expect({ changes, left: left.length }).toEqual({ changes: [], left: 1 });
});

test("what is as it was before is neither done nor left", () => {
  expect(marked({ labels: { team: "a" } }, [release, { field: "labels", key: "team", value: "a" }])).toMatchObject({
    changes: [theRecord],
    left: [],
  });
});
