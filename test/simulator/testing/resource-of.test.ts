import { describe, expect, test } from "vitest";
import { type PolicyRequest, del, update } from "../../../compiler/simulator/testing/index.ts";
import { type KnownResources, resourceOf } from "../../../compiler/simulator/testing/resource-of.ts";

const object = (apiVersion: string, kind: string) => ({ apiVersion, kind, metadata: { name: "a" } });

const nothing: KnownResources = { kinds: [], match: [] };

function matching(...resources: readonly string[]): KnownResources {
  return { kinds: [], match: resources.map((resource) => ({ group: "example.com", version: undefined, resource })) };
}

const resourceIn = ({ description }: PolicyRequest, known: KnownResources): string => resourceOf(description, known).resource;

describe("a plural is known", () => {
  test("of kinds that kube-apiserver serves, with their scope", () => {
    expect(resourceOf(del(object("networking.k8s.io/v1", "Ingress")).description, nothing)).toMatchObject({
      resource: "ingresses",
      isNamespaced: true,
    });
    expect(resourceOf(del(object("v1", "Endpoints")).description, nothing)).toMatchObject({ resource: "endpoints" });
    expect(resourceOf(del(object("v1", "Node")).description, nothing)).toMatchObject({ resource: "nodes", isNamespaced: false });
  });

  test("where a suite declares the kind", () => {
    const kinds = [{ group: "example.com", kind: "Mouse", resource: "mice", isNamespaced: false }];
    expect(resourceOf(del(object("example.com/v1", "Mouse")).description, { kinds, match: [] })).toMatchObject({
      resource: "mice",
      isNamespaced: false,
    });
  });

  test.each([
    ["Database", "databases"],
    ["Proxy", "proxies"],
    ["Bus", "buses"],
    ["Wife", "wives"],
    ["Analysis", "analyses"],
    ["Series", "series"],
  ])("where a policy names what can only be that of %s", (kind, resource) => {
    expect(resourceIn(del(object("example.com/v1", kind)), matching("others", resource, `${resource}/status`))).toBe(resource);
  });

  test("where the test gives it, with version and group if they are others", () => {
    expect(resourceIn(del(object("example.com/v1", "Mouse")).resource("mice"), nothing)).toBe("mice");
    const scaled = update(object("autoscaling/v1", "Scale"), object("autoscaling/v1", "Scale"));
    expect(resourceOf(scaled.resource("deployments.v1.apps").subresource("scale").description, nothing)).toMatchObject({
      group: "apps",
      version: "v1",
      resource: "deployments",
      subresource: "scale",
    });
    expect(resourceOf(scaled.resource("pods.v1.").description, nothing)).toMatchObject({ group: "", resource: "pods" });
  });
});

describe("a plural is never guessed", () => {
  test.each([
    ["nobody names it", del(object("example.com/v1", "Mouse")), nothing, "the plural of Mouse (example.com) is not known"],
    ["the policy matches everything", del(object("example.com/v1", "Bucket")), matching("*"), "is not known"],
    ["the policy is about another kind", del(object("example.com/v1", "Backup")), matching("databases"), "is not known"],
    ["the policy is about another group", del(object("other.com/v1", "Database")), matching("databases"), "is not known"],
    ["two would do", del(object("example.com/v1", "Bus")), matching("buss", "buses"), "may be buss or buses"],
  ])("where %s", (_, { description }, known, message) => {
    const problem = expect.objectContaining({ name: "RequestProblem", message: expect.stringContaining(message) });
    expect(() => resourceOf(description, known)).toThrow(problem);
    expect(() => resourceOf(description, known)).toThrow('`.resource("...")` in TypeScript');
  });

  test("and a wrong one is denied where the right one is known", () => {
    expect(() => resourceIn(del(object("v1", "Pod")).resource("services"), nothing)).toThrow(
      "Pod is not served as services: it is pods",
    );
    expect(() => resourceIn(del(object("v1", "Pod")).resource("Pods!"), nothing)).toThrow("`Pods!` is no resource");
  });
});
