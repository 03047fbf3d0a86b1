import { describe, expect, test } from "vitest";
import { type PolicyRequest, del, delCollection } from "../../../compiler/simulator/testing/index.ts";
import { admissionInputOf } from "../../../compiler/simulator/testing/input-of.ts";
import { resourceOf } from "../../../compiler/simulator/testing/resource-of.ts";

const request = del({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop" } });

interface Check {
  readonly username?: string;
  readonly groups?: readonly string[];
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly path?: string;
}

function isAllowed({ description }: PolicyRequest, check: Check): boolean | undefined {
  const { username = "alice", groups = [], verb, path, ...resource } = check;
  const subject = { username, groups };
  const { authorizer } = admissionInputOf(description, resourceOf(description, { kinds: [], match: [] }), []);
  const asked = { group: "", resource: "", subresource: "", namespace: "", name: "", ...resource };
  return authorizer?.(path === undefined ? { kind: "resource", subject, verb, ...asked } : { kind: "path", subject, verb, path })
    .allowed;
}

const volumes = { verb: "delete", resource: "persistentvolumes" };

describe("the authorizer of a test", () => {
  test("allows what reached admission, and nothing else", () => {
    const itself = { verb: "delete", resource: "configmaps", namespace: "shop", name: "settings" };
    expect(isAllowed(request, itself)).toBe(true);
    expect(isAllowed(request, { ...itself, name: "other" })).toBe(false);
    expect(isAllowed(request, { ...itself, username: "bob" })).toBe(false);
    expect(isAllowed(request, { ...itself, verb: "update" })).toBe(false);
    expect(isAllowed(request, volumes)).toBe(false);
  });

  test("a collection delete is another verb", () => {
    const collection = delCollection({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop" } });
    expect(isAllowed(collection, { verb: "deletecollection", resource: "configmaps", namespace: "shop" })).toBe(true);
    expect(isAllowed(collection, { verb: "delete", resource: "configmaps", namespace: "shop", name: "settings" })).toBe(false);
  });

  test("allows what the test says", () => {
    const allowed = request
      .allowedTo("delete", "persistentvolumes")
      .allowedTo("update", "deployments.apps/scale", { namespace: "shop" });
    const scale = { verb: "update", group: "apps", resource: "deployments", subresource: "scale" };
    expect(isAllowed(allowed, volumes)).toBe(true);
    expect(isAllowed(allowed, { ...volumes, name: "any" })).toBe(true);
    expect(isAllowed(allowed, { ...volumes, subresource: "status" })).toBe(false);
    expect(isAllowed(allowed, { ...scale, namespace: "shop" })).toBe(true);
    expect(isAllowed(allowed, { ...scale, namespace: "other" })).toBe(false);
  });

  test("knows other users, names, everything, and paths", () => {
    const user = "system:serviceaccount:apps:deployer";
    const allowed = request
      .allowedTo("*", "*", { user })
      .allowedTo("get", "secrets", { name: "key" })
      .allowedTo("get", "/metrics");
    expect(isAllowed(allowed, { ...volumes, username: user })).toBe(true);
    expect(isAllowed(allowed, volumes)).toBe(false);
    expect(isAllowed(allowed, { verb: "get", resource: "secrets", name: "key" })).toBe(true);
    expect(isAllowed(allowed, { verb: "get", resource: "secrets", name: "other" })).toBe(false);
    expect(isAllowed(allowed, { verb: "get", path: "/metrics" })).toBe(true);
    expect(isAllowed(allowed, { verb: "get", path: "/healthz" })).toBe(false);
  });

  test("members of system:masters may do everything, as in a cluster", () => {
    expect(isAllowed(request, { ...volumes, groups: ["system:masters"] })).toBe(true);
  });
});
