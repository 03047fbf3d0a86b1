import { expect, test } from "vitest";
import type { Input } from "../../../compiler/api/admission-review.ts";
import { type Circumstances, createOf, deleteOf } from "../../../compiler/simulator/admission/index.ts";
import { asMatched } from "../../../compiler/simulator/admission/match-request.ts";
import { everything, sampleDocuments } from "./sample-documents.ts";

interface Asked extends Partial<Circumstances> {
  readonly group?: string;
  readonly version?: string;
  readonly plural?: string;
  readonly namespace?: string;
}

function deleteIn({
  group = "apps",
  version = "v1",
  plural = "deployments",
  namespace = "shop",
  ...circumstances
}: Asked = {}): Input {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const object = { apiVersion, kind: "Thing", metadata: { name: "x", ...(namespace !== "" && { namespace }) } };
  return deleteOf(object, { resource: { group, version, resource: plural }, ...circumstances });
}

function matched(constraints: object, input: Input): Input | undefined {
  const [policy] = sampleDocuments({ constraints }).policies;
  return policy === undefined ? undefined : asMatched(policy, input);
}

/** apiserver: pkg/admission/plugin/webhook/predicates/rules/rules.go */
test.each([
  [["*"], {}, true],
  [["*"], { subResource: "status" }, false],
  [["*/*"], {}, true],
  [["*/*"], { subResource: "status" }, true],
  [["deployments"], {}, true],
  [["deployments"], { subResource: "scale" }, false],
  [["deployments/*"], {}, true],
  [["deployments/*"], { subResource: "scale" }, true],
  [["deployments/scale"], {}, false],
  [["deployments/scale"], { subResource: "scale" }, true],
  [["*/scale"], { subResource: "scale" }, true],
  [["*/scale"], { subResource: "status" }, false],
  [["deployment", "Deployments"], {}, false],
] as const)("resources %j and %j: %j", (resources, circumstances, expected) => {
  const rule = { ...everything, resources };
  expect(matched({ resourceRules: [rule] }, deleteIn(circumstances)) !== undefined).toBe(expected);
});

test.each([
  [{ apiGroups: ["apps"] }, true],
  [{ apiGroups: [""] }, false],
  [{ apiVersions: ["v1"] }, true],
  [{ apiVersions: ["v1beta1"] }, false],
  [{ operations: ["CREATE", "DELETE"] }, true],
  [{ operations: ["UPDATE"] }, false],
  [{ scope: "Namespaced" }, true],
  [{ scope: "Cluster" }, false],
])("%j: %j", (rule, expected) => {
  expect(matched({ resourceRules: [{ ...everything, ...rule }] }, deleteIn()) !== undefined).toBe(expected);
});

test("an exclusion outweighs every rule", () => {
  const excludeResourceRules = [{ ...everything, apiGroups: ["apps", "batch"] }];
  expect(matched({ excludeResourceRules }, deleteIn())).toBeUndefined();
  expect(matched({ excludeResourceRules }, deleteIn({ group: "" }))).toBeDefined();
});

test("a Namespace is cluster-scoped, although its requests name one", () => {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
  const input = createOf(namespace, { resource: { group: "", version: "v1", resource: "namespaces" } });
  expect(input.request.namespace).toBe("shop");
  expect(matched({ resourceRules: [{ ...everything, scope: "Cluster" }] }, input)).toBeDefined();
  expect(matched({ resourceRules: [{ ...everything, scope: "Namespaced" }] }, input)).toBeUndefined();
});

test("policies of the API never see policies, nor reviews of authorization", () => {
  const group = "admissionregistration.k8s.io";
  expect(matched({}, deleteIn({ group, plural: "validatingadmissionpolicies", namespace: "" }))).toBeUndefined();
  expect(matched({}, deleteIn({ group, plural: "validatingadmissionpolicybindings", namespace: "" }))).toBeUndefined();
  expect(matched({}, deleteIn({ group, plural: "validatingwebhookconfigurations", namespace: "" }))).toBeDefined();
  expect(matched({}, deleteIn({ group: "authorization.k8s.io", plural: "subjectaccessreviews", namespace: "" }))).toBeUndefined();
});

test("through another version a policy sees the version that it names", () => {
  const input = deleteIn({ through: "v1beta1" });
  const pinned = matched({ resourceRules: [{ ...everything, apiVersions: ["v1"] }] }, input)?.request;
  expect([pinned?.resource.version, pinned?.kind.version, pinned?.requestResource.version]).toEqual(["v1", "v1", "v1beta1"]);
  expect(pinned?.oldObject).toMatchObject({ apiVersion: "apps/v1" });
});

test("and the version of the request, where it names none", () => {
  const any = matched({}, deleteIn({ through: "v1beta1" }))?.request;
  expect([any?.resource.version, any?.kind.version, any?.requestResource.version]).toEqual(["v1beta1", "v1beta1", "v1beta1"]);
  expect(any?.oldObject).toMatchObject({ apiVersion: "apps/v1beta1" });
});

test("an exact policy does not look for other versions", () => {
  const constraints = { matchPolicy: "Exact", resourceRules: [{ ...everything, apiVersions: ["v1"] }] };
  expect(matched(constraints, deleteIn({ through: "v1beta1" }))).toBeUndefined();
  expect(matched(constraints, deleteIn())).toBeDefined();
});
