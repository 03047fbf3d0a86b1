import { expect, test } from "vitest";
import { absentOf, writtenObjects } from "../../compiler/cluster/plan/written-objects.ts";

const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "tls", namespace: "shop" } };
const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" } };

test("lists are opened; what is no object is left out", () => {
  const list = { apiVersion: "v1", kind: "List", items: [secret, { apiVersion: "v1", kind: "ConfigMapList", items: [config] }] };
  const kustomization = { resources: ["a.yaml"] };
  const found = writtenObjects([list, kustomization, undefined, "text", { kind: "ConfigMap", metadata: { name: "a" } }]);
  expect(found.map(({ group, kind, namespace, name }) => [group, kind, namespace, name])).toEqual([
    ["", "Secret", "shop", "tls"],
    ["", "ConfigMap", undefined, "settings"],
  ]);
});

test("of a kind that is not shown nobody says that an object is not there", () => {
  const unread = [
    { group: "", version: "v1", resource: "secrets", kind: "Secret", isNamespaced: true, verbs: [], subresources: [] },
  ];
  expect(absentOf(writtenObjects([secret, config]), { unread })).toEqual({
    absent: ["ConfigMap settings"],
    gaps: ["Secret shop/tls: whether it is there, since its kind is not shown"],
  });
});
