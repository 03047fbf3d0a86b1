import { describe, expect, test } from "vitest";
import { type PolicyRequest, create, del, delCollection, update } from "../../../compiler/simulator/testing/index.ts";
import { admissionInputOf } from "../../../compiler/simulator/testing/input-of.ts";
import { resourceOf } from "../../../compiler/simulator/testing/resource-of.ts";

/** What admission gets for a request, from a policy that matches every version. */
function admission({ description }: PolicyRequest) {
  return admissionInputOf(description, resourceOf(description, { kinds: [], match: [] }), []);
}

const requestOf = (request: PolicyRequest) => admission(request).request;

const uid = "00000000-0000-4000-8000-000000000000";
const creationTimestamp = "2026-01-01T00:00:00Z";
const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop" } };
const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "reader" } };
const deleteOptions = { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" };

describe("what the API server leaves out is left out", () => {
  test("a delete has no new object, and names everything that it has", () => {
    expect(requestOf(del(settings).as("alice", { groups: ["ops"] }))).toEqual({
      operation: "DELETE",
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      requestKind: { group: "", version: "v1", kind: "ConfigMap" },
      requestResource: { group: "", version: "v1", resource: "configmaps" },
      name: "settings",
      namespace: "shop",
      userInfo: { username: "alice", groups: ["ops", "system:authenticated"] },
      dryRun: false,
      options: deleteOptions,
      object: null,
      oldObject: { ...settings, metadata: { uid, creationTimestamp, name: "settings", namespace: "shop" } },
    });
  });

  test("one object of a collection has no name in its request", () => {
    expect(requestOf(delCollection(settings))).not.toHaveProperty("name");
  });

  test("a cluster-scoped object has no namespace and no Namespace", () => {
    const input = admission(del(role));
    expect(input).not.toHaveProperty("namespaceObject");
    expect(input.request).not.toHaveProperty("namespace");
  });

  test("a Namespace names itself and has no Namespace, and a label with its name", () => {
    const { request, ...rest } = admission(del({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } }));
    expect(rest).not.toHaveProperty("namespaceObject");
    expect([request.namespace, request.name]).toEqual(["shop", "shop"]);
    expect(request.oldObject).toMatchObject({ metadata: { labels: { "kubernetes.io/metadata.name": "shop" } } });
  });

  test("what a Namespace holds has a UID, too, which a guard may read", () => {
    const shop = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
    const own = { ...settings, metadata: { ...settings.metadata, uid: "1" } };
    expect(admission(del(shop).holding(settings, own)).contents).toMatchObject([
      { metadata: { uid } },
      { metadata: { uid: "1" } },
    ]);
  });

  test("a main resource has no subresource", () => {
    const changed = update(settings, settings);
    expect(requestOf(changed)).not.toHaveProperty("subResource");
    expect(requestOf(changed.subresource("status"))).toMatchObject({ subResource: "status" });
  });

  test("a name that the API server makes up is in the object only", () => {
    const request = requestOf(create({ ...settings, metadata: { generateName: "settings-" } }));
    expect(request).not.toHaveProperty("name");
    expect(request.object).toMatchObject({ metadata: { name: expect.stringMatching(/^settings-.{5}$/) } });
  });
});

describe("what the API server fills in is filled in", () => {
  test("a namespaced object without a namespace is in default", () => {
    const input = admission(del({ ...settings, metadata: { name: "settings" } }));
    expect(input.request.namespace).toBe("default");
    expect(input.namespaceObject).toMatchObject({ metadata: { name: "default" }, status: { phase: "Active" } });
  });

  test("marks of the Namespace, its label apart", () => {
    const { namespaceObject } = admission(del(settings).in({ labels: { tier: "gold" }, annotations: { hold: "true" } }));
    expect(namespaceObject).toMatchObject({
      metadata: { name: "shop", labels: { tier: "gold", "kubernetes.io/metadata.name": "shop" }, annotations: { hold: "true" } },
    });
  });

  test("a whole Namespace, as it would be read from a cluster", () => {
    const status = { phase: "Terminating" };
    const metadata = { name: "shop", deletionTimestamp: "2026-02-01T00:00:00Z" };
    const { namespaceObject } = admission(del(settings).in({ apiVersion: "v1", kind: "Namespace", metadata, status }));
    expect(namespaceObject).toMatchObject({ metadata, status });
    expect(namespaceObject).not.toHaveProperty("metadata.apiVersion");
  });

  test("a service account is in its groups", () => {
    const { userInfo } = requestOf(del(settings).as("system:serviceaccount:argocd:server"));
    expect(userInfo.groups).toEqual(["system:serviceaccounts", "system:serviceaccounts:argocd", "system:authenticated"]);
  });

  test("a dry run shows twice, and options come along", () => {
    const { dryRun, options } = requestOf(del(settings).dryRun().options({ propagationPolicy: "Orphan" }));
    expect([dryRun, options]).toEqual([true, { ...deleteOptions, propagationPolicy: "Orphan", dryRun: ["All"] }]);
  });

  test("what an update cannot change comes from the old object", () => {
    const old = { ...settings, metadata: { ...settings.metadata, uid: "u", deletionTimestamp: "2026-02-01T00:00:00Z" } };
    const { object, name } = requestOf(update(old, { ...settings, metadata: { name: "settings", labels: { a: "b" } } }));
    expect(object).toMatchObject({
      metadata: { name: "settings", namespace: "shop", uid: "u", deletionTimestamp: "2026-02-01T00:00:00Z", labels: { a: "b" } },
    });
    expect(name).toBe("settings");
  });

  test("the delete of a Namespace shows its UID, that of a Pod its grace period", () => {
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", uid: "7" } };
    expect(requestOf(del(namespace)).options).toEqual({ ...deleteOptions, preconditions: { uid: "7" } });
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { nodeName: "n" } };
    expect(requestOf(del(pod)).options).toEqual({ ...deleteOptions, gracePeriodSeconds: 30 });
    expect(requestOf(delCollection(pod)).options).toEqual(deleteOptions);
  });

  test("an Eviction is created under a pod", () => {
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "web-0", namespace: "shop" } };
    expect(requestOf(create(eviction))).toMatchObject({
      kind: { group: "policy", version: "v1", kind: "Eviction" },
      resource: { group: "", version: "v1", resource: "pods" },
      subResource: "eviction",
      name: "web-0",
    });
  });
});

describe("versions", () => {
  const pinned = [{ group: "db.example.com", version: "v1", resource: "databases" }];
  const databases = { kinds: [], match: pinned };
  const database = (version: string) => ({
    apiVersion: `db.example.com/${version}`,
    kind: "Database",
    metadata: { name: "main", namespace: "shop" },
  });

  test.each([
    ["the version of the policy", del(database("v1")), "v1"],
    ["another version of the object", del(database("v1beta1")), "v1beta1"],
    ["another version of the client", del(database("v1")).through("v1beta1"), "v1beta1"],
  ])("a policy sees its own version: %s", (_, { description }, spoken) => {
    const { request } = admissionInputOf(description, resourceOf(description, databases), pinned);
    expect(request.resource.version).toBe("v1");
    expect(request.requestResource.version).toBe(spoken);
    expect(request.oldObject).toMatchObject({ apiVersion: "db.example.com/v1" });
  });
});

test("each method gives a new request", () => {
  const request = del(settings);
  request.as("bob").dryRun();
  expect(requestOf(request)).toMatchObject({ userInfo: { username: "alice" }, dryRun: false });
});

describe("requests that the API server would never see", () => {
  const badLabels: unknown = { ...settings, metadata: { name: "a", labels: { tier: 1 } } };

  test.each([
    ["an object without a kind", () => del({ apiVersion: "v1", kind: "" }), "the object has no kind"],
    ["no object", () => del(undefined as never), "this is no Kubernetes object"],
    ["a label that is a number", () => del(badLabels as never), "the value of tier is no text (at metadata.labels.tier)"],
    ["no name", () => admission(del({ apiVersion: "v1", kind: "ConfigMap" })), "the ConfigMap has no name"],
    [
      "a namespace around a cluster-scoped object",
      () => admission(del(role).in({ labels: {} })),
      "ClusterRole is cluster-scoped",
    ],
    ["two namespaces", () => admission(del(settings).in({ name: "other" })), "the object is in the namespace shop, not in other"],
    [
      "an update that renames",
      () => admission(update(settings, { ...settings, metadata: { name: "other" } })),
      "an update renames settings to other",
    ],
    [
      "an update that moves",
      () => admission(update(settings, { ...settings, metadata: { name: "settings", namespace: "other" } })),
      "an update moves the object",
    ],
    [
      "options of a delete for a create",
      () => admission(create(settings).options({ propagationPolicy: "Orphan" })),
      "a request to create has no such options",
    ],
    [
      "options that exclude each other",
      () => admission(del(settings).options({ propagationPolicy: "Orphan", orphanDependents: true })),
      "exclude each other",
    ],
    [
      "a collection of Namespaces",
      () => admission(delCollection({ apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } })),
      "Namespaces are not deleted as a collection",
    ],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ name: "RequestProblem", message: expect.stringContaining(message) }));
  });
});
