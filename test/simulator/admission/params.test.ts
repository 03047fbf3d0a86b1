import { describe, expect, test } from "vitest";
import { AdmissionEvaluator, NotEvaluatedHere, deleteOf } from "../../../compiler/simulator/admission/index.ts";
import { documentsOf, oldestKube } from "./policy-files.ts";

const rule = { apiGroups: [""], apiVersions: ["*"], operations: ["DELETE"], resources: ["namespaces"], scope: "*" };
const validations = [
  { expression: "params == null || params.data.a != '1'", messageExpression: "'holds ' + params.metadata.name" },
];

const policy = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "sample" },
  spec: { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, matchConstraints: { resourceRules: [rule] }, validations },
};

const binding = (paramRef?: object): object => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "sample" },
  spec: { policyName: "sample", ...(paramRef !== undefined && { paramRef }), validationActions: ["Deny"] },
});

const evaluatorWith = (paramRef?: object): AdmissionEvaluator =>
  new AdmissionEvaluator(documentsOf(JSON.stringify(policy), JSON.stringify(binding(paramRef))), { kube: oldestKube });

const allowing = (selector: object): object => ({ parameterNotFoundAction: "Allow", selector });

const namespace = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "shop", uid: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
};
const deletion = deleteOf(namespace, { resource: { group: "", version: "v1", resource: "namespaces" } });

const configMap = (name: string, a: string, labels = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels },
  data: { a },
});

function messages(evaluator: AdmissionEvaluator, ...contents: readonly object[]): readonly string[] {
  return evaluator.evaluate({ ...deletion, contents }).findings.map(({ message }) => message);
}

describe("a policy with parameters", () => {
  test("is evaluated once for each object of its kind that the selector means", () => {
    const every = evaluatorWith(allowing({}));
    expect(messages(every, configMap("one", "1"), configMap("two", "2"), configMap("three", "1"))).toEqual([
      "holds one",
      "holds three",
    ]);
    expect(messages(every, { ...configMap("one", "1"), kind: "Secret" })).toEqual([]);
    expect(messages(every)).toEqual([]);
    const labelled = evaluatorWith(allowing({ matchExpressions: [{ key: "keep", operator: "In", values: ["yes"] }] }));
    expect(messages(labelled, configMap("one", "1"), configMap("two", "1", { keep: "yes" }))).toEqual(["holds two"]);
    const present = evaluatorWith(allowing({ matchExpressions: [{ key: "keep", operator: "Exists" }] }));
    expect(messages(present, configMap("one", "1"), configMap("two", "1", { keep: "" }))).toEqual(["holds two"]);
  });

  test("is evaluated with null where its binding names none", () => {
    expect(messages(evaluatorWith(), configMap("one", "1"))).toEqual([]);
  });

  test("is not evaluated where it is unknown what the Namespace holds", () => {
    expect(() => evaluatorWith(allowing({})).evaluate(deletion)).toThrow(NotEvaluatedHere);
  });

  test.each([
    ["denies where there are none", { parameterNotFoundAction: "Deny", selector: {} }],
    ["names one", { parameterNotFoundAction: "Allow", name: "one" }],
    ["looks into another Namespace", { ...allowing({}), namespace: "other" }],
    ["selects in another way", allowing({ matchExpressions: [{ key: "a", operator: "DoesNotExist" }] })],
  ])("is denied where its binding %s", (_, paramRef) => {
    expect(() => evaluatorWith(paramRef)).toThrow();
  });
});
