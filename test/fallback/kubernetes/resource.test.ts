import { expect, test } from "vitest";
import { collectionPath, isPathSegment, objectPath } from "../../../runtime-fallback/kubernetes/resource.ts";

const deployments = { group: "apps", version: "v1", resource: "deployments" };
const namespaces = { group: "", version: "v1", resource: "namespaces" };

test("paths are those of the API server", () => {
  expect(collectionPath(deployments)).toBe("/apis/apps/v1/deployments");
  expect(collectionPath(deployments, "shop")).toBe("/apis/apps/v1/namespaces/shop/deployments");
  expect(objectPath(namespaces, { name: "shop" })).toBe("/api/v1/namespaces/shop");
  expect(objectPath(deployments, { namespace: "shop", name: "web" })).toBe("/apis/apps/v1/namespaces/shop/deployments/web");
});

test.each([
  ["a?watch=1#x", "a%3Fwatch%3D1%23x"],
  ["a\r\nHost: b", "a%0D%0AHost%3A%20b"],
  ["größe", "gr%C3%B6%C3%9Fe"],
])("a hostile name %j stays one segment", (name, segment) => {
  expect(objectPath(deployments, { namespace: "shop", name })).toBe(`/apis/apps/v1/namespaces/shop/deployments/${segment}`);
  expect(isPathSegment(name)).toBe(true);
});

test.each(["", ".", "..", "../secrets/x", "x/status", "%2e%2e", "\ud800"])(
  "a name %j that would be another path is denied",
  (name) => {
    expect(() => objectPath(deployments, { namespace: "shop", name })).toThrow("is no name of anything in Kubernetes");
    expect(() => objectPath(deployments, { namespace: name, name: "web" })).toThrow("is no name");
    expect(() => collectionPath({ ...deployments, group: "", version: name })).toThrow("is no name");
    expect(isPathSegment(name)).toBe(false);
  },
);
