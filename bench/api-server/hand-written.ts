import type { Mark } from "../compiler/checkout.ts";

/** As much of an object as it takes to create it. */
export interface Applied {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

/**
 * What a careful person would write: one policy and its binding, which keeps marked ConfigMaps from being deleted, and
 * their mark from being removed, and whose match condition ends it early for all others. Nothing guards the Namespace.
 */
export function handWritten(name: string, mark: Mark): readonly Applied[] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  const key = `example.com/${name}`;
  const isMarked = (object: string): string => `${object}.metadata.?${mark}[?'${key}'].orValue('no') != 'no'`;
  const isReleased = "oldObject.metadata.?annotations[?'example.com/release'] == optional.of(oldObject.metadata.uid)";
  const rule = {
    apiGroups: [""],
    apiVersions: ["v1"],
    operations: ["DELETE", "UPDATE"],
    resources: ["configmaps"],
    scope: "Namespaced",
  };
  const validation = {
    expression: `request.operation == 'UPDATE' ? (${isMarked("object")} || ${isReleased}) : ${isReleased}`,
    messageExpression: `'ConfigMap ' + oldObject.metadata.namespace + '/' + oldObject.metadata.name + ' is kept by ${key}'`,
    message: `it is kept by ${key}`,
    reason: "Forbidden",
  };
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: { resourceRules: [rule] },
    matchConditions: [{ name: "is-marked", expression: isMarked("oldObject") }],
    validations: [validation],
  };
  const metadata = { name };
  const binding = { policyName: name, validationActions: ["Deny"] };
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec },
    { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata, spec: binding },
  ];
}
