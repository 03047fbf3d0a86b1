import { describe, expect, test } from "vitest";
import { createOf, deleteOf, namespaceNamed, updateOf, type UntypedObject } from "../../../compiler/simulator/admission/index.ts";

const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "shop", uid: "u" }, data: { a: "b" } };
const configMaps = { group: "", version: "v1", resource: "configmaps" };
const deleteOptions = { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" };

test("a delete", () => {
  expect(deleteOf(configMap, { resource: configMaps })).toEqual({
    request: {
      operation: "DELETE",
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: configMaps,
      requestKind: { group: "", version: "v1", kind: "ConfigMap" },
      requestResource: configMaps,
      name: "c",
      namespace: "shop",
      userInfo: { username: "alice", groups: ["system:authenticated"] },
      dryRun: false,
      options: deleteOptions,
      object: null,
      oldObject: configMap,
    },
    namespaceObject: namespaceNamed("shop"),
  });
});

test("what is empty in the metadata is not there, as in the API server", () => {
  const empty = { labels: {}, annotations: {}, finalizers: [], ownerReferences: null };
  const { metadata } = configMap;
  const sent = { ...configMap, metadata: { ...metadata, ...empty }, data: {} };
  const served = { ...configMap, data: {} };
  expect(deleteOf(sent, { resource: configMaps }).request.oldObject).toStrictEqual(served);
  expect(updateOf(sent, sent, { resource: configMaps }).request.object).toStrictEqual(served);
});

test("an object of a collection delete has no name in its request", () => {
  const { request } = deleteOf(configMap, { resource: configMaps, collection: true });
  expect(request).not.toHaveProperty("name");
  expect(request.namespace).toBe("shop");
});

test("a dry run shows twice", () => {
  const { request } = deleteOf(configMap, { resource: configMaps, dryRun: true, options: { propagationPolicy: "Orphan" } });
  expect([request.dryRun, request.options]).toEqual([true, { ...deleteOptions, propagationPolicy: "Orphan", dryRun: ["All"] }]);
  expect(createOf(configMap, { resource: configMaps, dryRun: true }).request.options).toEqual({
    apiVersion: "meta.k8s.io/v1",
    kind: "CreateOptions",
    dryRun: ["All"],
  });
});

test("a create and an update", () => {
  const created = createOf(configMap, { resource: configMaps }).request;
  expect([created.operation, created.object, created.oldObject]).toEqual(["CREATE", configMap, null]);
  const after = { ...configMap, data: {} };
  const updated = updateOf(configMap, after, { resource: configMaps, subResource: "status" }).request;
  expect([updated.operation, updated.object, updated.oldObject, updated.subResource]).toEqual([
    "UPDATE",
    after,
    configMap,
    "status",
  ]);
});

test("a create of an object whose name the API server makes up has none", () => {
  const { request } = createOf({ ...configMap, metadata: { generateName: "c-", namespace: "shop" } }, { resource: configMaps });
  expect(request).not.toHaveProperty("name");
});

test("an Eviction is created under a pod", () => {
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "web-0", namespace: "shop" } };
  const { request } = createOf(eviction, { resource: { group: "", version: "v1", resource: "pods" }, subResource: "eviction" });
  expect(request.kind).toEqual({ group: "policy", version: "v1", kind: "Eviction" });
  expect([request.resource.resource, request.subResource, request.name]).toEqual(["pods", "eviction", "web-0"]);
});

test("another version than that of the objects", () => {
  const { request } = deleteOf(configMap, { resource: configMaps, through: "v1beta1" });
  expect([request.kind.version, request.resource.version]).toEqual(["v1", "v1"]);
  expect([request.requestKind.version, request.requestResource.version]).toEqual(["v1beta1", "v1beta1"]);
});

function groupsOf(as: string, groups: readonly string[] = []): unknown {
  return deleteOf(configMap, { resource: configMaps, as, groups }).request.userInfo.groups;
}

test("users are in the groups that their names imply", () => {
  expect(groupsOf("bob", ["admins"])).toEqual(["admins", "system:authenticated"]);
  expect(groupsOf("system:serviceaccount:argocd:server")).toEqual([
    "system:serviceaccounts",
    "system:serviceaccounts:argocd",
    "system:authenticated",
  ]);
});

describe("cluster-scoped objects", () => {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" } };
  const nodes = { group: "", version: "v1", resource: "nodes" };

  test("have no namespace and no Namespace", () => {
    const input = deleteOf(node, { resource: nodes });
    expect(input).not.toHaveProperty("namespaceObject");
    expect(input.request).not.toHaveProperty("namespace");
    expect(() => deleteOf(node, { resource: nodes, namespaceObject: namespaceNamed("shop") })).toThrow("cluster-scoped");
  });

  test("a Namespace names itself", () => {
    const input = deleteOf(namespaceNamed("shop", { uid: "7" }), {
      resource: { group: "", version: "v1", resource: "namespaces" },
    });
    expect(input).not.toHaveProperty("namespaceObject");
    expect([input.request.namespace, input.request.name]).toEqual(["shop", "shop"]);
    expect(input.request.options).toEqual({ ...deleteOptions, preconditions: { uid: "7" } });
  });
});

const pod = (spec: object, status: object = {}): UntypedObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "shop" },
  spec,
  status,
});

describe("options of a pod's delete", () => {
  const pods = { group: "", version: "v1", resource: "pods" };
  const running = pod({ nodeName: "n", terminationGracePeriodSeconds: 30 });

  test.each([
    ["running", running, {}, 30],
    ["running, forced", running, { gracePeriodSeconds: 0 }, 0],
    ["running, with less time", running, { gracePeriodSeconds: 5 }, 5],
    ["pending", pod({ terminationGracePeriodSeconds: 30 }), { gracePeriodSeconds: 5 }, 0],
    ["succeeded", pod({ nodeName: "n", terminationGracePeriodSeconds: 30 }, { phase: "Succeeded" }), {}, 0],
  ])("%s", (_, object, options, gracePeriodSeconds) => {
    expect(deleteOf(object, { resource: pods, options }).request.options).toEqual({ ...deleteOptions, gracePeriodSeconds });
  });

  test("of a collection stay as they were sent", () => {
    expect(deleteOf(running, { resource: pods, collection: true }).request.options).toEqual(deleteOptions);
  });
});

describe("options of a create or update", () => {
  const settings: UntypedObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop" } };
  const meta = { apiVersion: "meta.k8s.io/v1" };

  test("say who manages fields", () => {
    const circumstances = { resource: configMaps, options: { fieldManager: "argo" } };
    expect(createOf(settings, circumstances).request.options).toEqual({ ...meta, kind: "CreateOptions", fieldManager: "argo" });
    const { request } = updateOf(settings, settings, { ...circumstances, dryRun: true });
    expect(request.options).toEqual({ ...meta, kind: "UpdateOptions", dryRun: ["All"], fieldManager: "argo" });
  });

  test("what is known of the user, and the subresource, stand in the request", () => {
    const { request } = updateOf(settings, settings, { resource: configMaps, subResource: "status", extra: { team: ["blue"] } });
    expect(request.userInfo.extra).toEqual({ team: ["blue"] });
    expect([request.subResource, request.requestSubResource]).toEqual(["status", "status"]);
  });
});
