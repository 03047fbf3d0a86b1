import { describe, expect, it } from "vitest";
import { buildAdmissionPolicy, buildPolicyBindings } from "../../compiler/manifest/admission-policy.ts";
import type { EmittedObject, ValidatingAdmissionPolicyBinding } from "../../compiler/manifest/kubernetes-objects.ts";
import { buildKustomization } from "../../compiler/manifest/build.ts";
import { checkObject, checkText } from "../../compiler/manifest/schema/check-file.ts";
import { samplePolicy, requestsFor } from "./sample-policy.ts";

const origin = { file: "policies/keep.ts", line: 12 };
const pattern = [{ group: "*.services.k8s.aws", version: undefined, resource: "*" }];
const policy = buildAdmissionPolicy(samplePolicy({ requests: requestsFor(pattern) }), origin);
const [binding] = buildPolicyBindings(samplePolicy()) as [ValidatingAdmissionPolicyBinding];
const kustomization = buildKustomization(["a.yaml"]);

/** A copy with another value at `path`; `undefined` removes it. */
function changed(object: EmittedObject, path: string, value: unknown): EmittedObject {
  const copy = structuredClone(object) as unknown as Record<string, unknown>;
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce<Record<string, unknown>>((part, key) => part[key] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy as unknown as EmittedObject;
}

/** Every object in a document by path, so that each of them can be given an unknown field. */
function objectPaths(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, part]) => objectPaths(part, [...path, key]));
  return Array.isArray(value) ? below : [[...path, "unknownField"].join("."), ...below];
}

it.each([policy, binding, kustomization])("$kind as built is accepted", (object) => {
  expect(() => checkObject("x.yaml", object)).not.toThrow();
});

describe("unknown fields are rejected in every object but labels and annotations", () => {
  const rows = [policy, binding, kustomization].flatMap((object) =>
    objectPaths(object).map((path) => [object.kind, path, object] as const),
  );
  const rejected = rows.filter(([, path]) => !/^metadata\.(labels|annotations)\./.test(path));

  it.each(rejected)("%s %s", (_, path, object) => {
    expect(() => checkObject("x.yaml", changed(object, path, true))).toThrow(
      "must NOT have additional properties (unknownField)",
    );
  });
});

describe("what the API server would reject or change is rejected", () => {
  it.each([
    ["metadata.name", "Upper"],
    ["metadata.name", "x".repeat(254)],
    ["metadata.name", "policy.static.k8s.io"],
    ["metadata.labels", { "app.kubernetes.io/managed-by": "x".repeat(64) }],
    ["metadata.annotations", { "two words": "x" }],
    ["spec.failurePolicy", undefined],
    ["spec.matchConstraints.matchPolicy", "Exact"],
    ["spec.matchConstraints.namespaceSelector", undefined],
    ["spec.matchConstraints.resourceRules", []],
    ["spec.matchConstraints.resourceRules.0.apiGroups", ["*", "apps"]],
    ["spec.matchConstraints.resourceRules.0.apiVersions", [""]],
    ["spec.matchConstraints.resourceRules.0.operations", ["DELETECOLLECTION"]],
    ["spec.matchConstraints.resourceRules.0.operations", ["*", "DELETE"]],
    ["spec.matchConstraints.resourceRules.0.resources", ["*", "pods"]],
    ["spec.matchConstraints.resourceRules.0.resources", ["pods/*", "pods/status"]],
    ["spec.matchConstraints.resourceRules.0.resources", ["*/*", "pods"]],
    ["spec.matchConstraints.resourceRules.0.scope", "Namespaced"],
    ["spec.matchConditions", []],
    ["spec.matchConditions", Array.from({ length: 65 }, (_, at) => ({ name: `c${at}`, expression: "true" }))],
    ["spec.matchConditions.0.name", "two words"],
    ["spec.variables.0.name", "namespace"],
    ["spec.variables.0.name", "with-dash"],
    [
      "spec.variables",
      [
        { name: "a", expression: "1" },
        { name: "a", expression: "2" },
      ],
    ],
    ["spec.validations", []],
    ["spec.validations.0.expression", " \n"],
    ["spec.validations.0.expression", "x".repeat(100_001)],
    ["spec.validations.0.message", "two\nlines"],
    ["spec.validations.0.message", "  "],
    ["spec.validations.0.reason", "Unauthorized"],
    ["spec.validations.0.reason", undefined],
  ])("%s = %j", (path, value) => {
    expect(() => checkObject("x.yaml", changed(policy, path, value))).toThrow(
      `/${path.split(".").slice(0, 2).join("/")}`.replace(/\/\w+$/, ""),
    );
  });

  it.each([
    ["spec.validationActions", ["Deny", "Warn"]],
    ["spec.validationActions", []],
    ["spec.policyName", "Upper"],
    ["spec.matchResources", {}],
  ])("of a binding: %s = %j", (path, value) => {
    expect(() => checkObject("x.yaml", changed(binding, path, value))).toThrow(
      "x.yaml: ValidatingAdmissionPolicyBinding keep: /spec",
    );
  });

  it.each([["https://example.com/x.yaml"], ["../x.yaml"], ["dir/x.yaml"], ["x.json"]])(
    "a kustomization that names %s",
    (file) => {
      expect(() => checkObject("x.yaml", buildKustomization([file]))).toThrow("/resources/0 must match pattern");
    },
  );
});

it("a text that says something else than the object is rejected", () => {
  expect(() => checkText("x.yaml", "kind: Kustomization\nresources: [no]\n", [kustomization])).toThrow(
    "x.yaml: a YAML 1.1 reader does not get back what was written",
  );
});
