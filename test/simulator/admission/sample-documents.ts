import type { AdmissionPolicyDocuments } from "../../../compiler/simulator/admission/index.ts";
import { documentsOf } from "./policy-files.ts";

/** The parts of a policy and its bindings that a test is about. */
export interface Sample {
  readonly name?: string;
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly constraints?: object;
  readonly matchConditions?: readonly object[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly validations?: readonly object[];
  /** What goes into the audit log, by its key. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** Actions of each binding, by its name. */
  readonly bindings?: Readonly<Record<string, readonly string[]>>;
}

export const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*", "*/*"], scope: "*" };

const metadata = (name: string): object => ({ name, labels: { "app.kubernetes.io/managed-by": "holdfast" } });

/** As YAML, which JSON is. */
export function sampleFile(sample: Sample): string {
  const { name = "sample", bindings = { [name]: ["Deny"] } } = sample;
  const objects = [
    policyObject(name, sample),
    ...Object.entries(bindings).map(([binding, actions]) => bindingObject(binding, name, actions)),
  ];
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}

function policyObject(
  name: string,
  { constraints = {}, variables = {}, validations = [], auditAnnotations = {}, failurePolicy, matchConditions }: Sample,
): object {
  const matchConstraints = {
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    resourceRules: [everything],
    ...constraints,
  };
  const audited = Object.entries(auditAnnotations).map(([key, valueExpression]) => ({ key, valueExpression }));
  const named = Object.entries(variables).map(([variable, expression]) => ({ name: variable, expression }));
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: metadata(name),
    spec: { failurePolicy, matchConstraints, matchConditions, variables: named, validations, auditAnnotations: audited },
  };
}

function bindingObject(name: string, policyName: string, validationActions: readonly string[]): object {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: metadata(name),
    spec: { policyName, validationActions },
  };
}

export function sampleDocuments(sample: Sample): AdmissionPolicyDocuments {
  return documentsOf(sampleFile(sample));
}
