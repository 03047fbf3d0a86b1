import { expect, test } from "vitest";
import { clusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { leftOvers } from "../../compiler/cluster/scan/left-overs.ts";
import type { MarkPlace } from "../../compiler/cluster/scan/marks/known-marks.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";

const now = new Date("2026-06-20T12:00:00Z");
const kind = { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap", isNamespaced: true };

const marked = (place: MarkPlace, key: string, value: string, metadata: object = {}) =>
  clusterObject(kind, {
    metadata: {
      name: "settings",
      namespace: "shop",
      uid: "u1",
      resourceVersion: "1",
      [`${place}s`]: { [key]: value },
      ...metadata,
    },
  });

const owned = (manager: string, time: string, field: object): object => ({
  manager,
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  time,
  fieldsV1: { "f:metadata": field },
});

test.each<[MarkPlace, string, string, string, string]>([
  ["annotation", "holdfast.dev/release", "u1", "release", "its protection"],
  ["annotation", "holdfast.dev/release", "u2", "release", "nothing: it is of another object"],
  [
    "annotation",
    "holdfast.dev/released-until",
    "u1/2026-06-20T13:00:00Z",
    "release",
    "its protection until 2026-06-20T13:00:00Z",
  ],
  [
    "annotation",
    "holdfast.dev/released-until",
    "u1/2026-06-20T11:00:00Z",
    "release",
    "nothing: it ended at 2026-06-20T11:00:00Z",
  ],
  ["annotation", "holdfast.dev/released-until", "u1/soon", "release", "nothing: it says no time"],
  ["annotation", "holdfast.dev/confirm-delete", "settings", "confirmation", "its protection"],
  ["annotation", "holdfast.dev/confirm-delete", "others", "confirmation", "nothing: it is not its name"],
  ["annotation", "holdfast.dev/approved-by", "u1/bob", "approval", "its protection, to anybody but bob"],
  [
    "annotation",
    "holdfast.dev/unprotected",
    '{"reason":"moved","until":"2026-06-20T11:00:00Z","before":[]}',
    "override",
    "what `holdfast unprotect` opened, until 2026-06-20T11:00:00Z, which is over: moved",
  ],
  [
    "annotation",
    "holdfast.dev/unprotected",
    '{"reason":"moved","until":"2026-06-20T13:00:00Z","before":[]}',
    "override",
    "what `holdfast unprotect` opened, until 2026-06-20T13:00:00Z: moved",
  ],
  [
    "annotation",
    "holdfast.dev/unprotected",
    '{"reason":"moved","before":[]}',
    "override",
    "what `holdfast unprotect` opened, without an end: moved",
  ],
  ["annotation", "holdfast.dev/unprotected", "[]", "override", "nothing: it is no record of `holdfast unprotect`"],
  ["annotation", "holdfast.dev/delete-when-unused", "true", "override", "it to a delete as soon as nothing uses it"],
  ["label", "appcat.vshn.io/webhook-allowdeletion", "true", "override", "its protection"],
  ["label", "appcat.vshn.io/webhook-allowpvcdeletion", "true", "override", "all claims in the Namespace"],
  ["annotation", "confirmation.gardener.cloud/deletion", "true", "confirmation", "its protection"],
])("the %s %s=%s is a %s", (place, key, value, wanted, opens) => {
  expect(leftOvers([marked(place, key, value)], [], now)).toMatchObject([{ place, key, kind: wanted, opens, since: undefined }]);
});

test("what opens nothing by its value, or stands in the wrong place, is no override", () => {
  const objects = [
    marked("label", "appcat.vshn.io/webhook-allowdeletion", "false"),
    marked("label", "holdfast.dev/release", "u1"),
    marked("annotation", "appcat.vshn.io/webhook-allowdeletion", "true"),
  ];
  expect(leftOvers(objects, [], now)).toEqual([]);
});

test("a release under another name is found by the policy that reads it", () => {
  const policies = documentsIn(
    yamlOf(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released("acme.example/may-go")],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" } },
});`),
  );
  const object = marked("annotation", "acme.example/may-go", "u1");
  expect(leftOvers([object], [], now)).toEqual([]);
  expect(leftOvers([object], policies, now)).toMatchObject([{ kind: "release", opens: "its protection" }]);
});

test("its age is that of the first who owns the field, and the oldest comes first", () => {
  const key = "holdfast.dev/release";
  const annotation = { "f:annotations": { ".": {}, [`f:${key}`]: {} } };
  const old = marked("annotation", key, "u1", {
    name: "old",
    managedFields: [
      owned("helm", "2026-01-01T00:00:00Z", { "f:annotations": { "f:other": {} } }),
      owned("kubectl-annotate", "2026-06-08T12:00:00Z", annotation),
      owned("argocd", "2026-06-19T12:00:00Z", annotation),
    ],
  });
  const young = marked("annotation", key, "u1", {
    name: "young",
    managedFields: [owned("kubectl-annotate", "2026-06-20T11:00:00Z", annotation)],
  });
  const unknown = marked("annotation", key, "u1", { name: "unknown" });
  expect(leftOvers([unknown, young, old], [], now).map(({ object, since }) => [object.name, since?.toISOString()])).toEqual([
    ["old", "2026-06-08T12:00:00.000Z"],
    ["young", "2026-06-20T11:00:00.000Z"],
    ["unknown", undefined],
  ]);
});
