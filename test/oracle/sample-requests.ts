import { deleteOf, type UntypedObject, namespaceNamed } from "../../compiler/simulator/admission/index.ts";
import type { OracleInput } from "./oracle.ts";

const admission = "admissionregistration.k8s.io/v1";

/** A policy for deletes of anything, with one binding of its name. */
export function samplePolicy(
  spec: object,
  name = "sample",
): { readonly policies: readonly object[]; readonly bindings: readonly object[] } {
  const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["DELETE"], resources: ["*"] };
  return {
    policies: [
      {
        apiVersion: admission,
        kind: "ValidatingAdmissionPolicy",
        metadata: { name },
        spec: { matchConstraints: { resourceRules: [rule] }, ...spec },
      },
    ],
    bindings: [
      {
        apiVersion: admission,
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name },
        spec: { policyName: name, validationActions: ["Deny"] },
      },
    ],
  };
}

/** The delete of a ConfigMap, or of another object in the same Namespace. */
export function deleteRequest(object: Partial<UntypedObject> = {}, resource: object = {}): OracleInput {
  const stored: UntypedObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    ...object,
    metadata: { name: "c", namespace: "n", ...object.metadata },
  };
  return deleteOf(stored, {
    resource: { group: "", version: "v1", resource: "configmaps", ...resource },
    namespaceObject: namespaceNamed("n"),
  });
}
