import { type Schema, metadata, objectName, record } from "./primitives.ts";

/** A binding with one action: Deny and Warn together are refused by the API server. */
export const policyBindingSchema: Schema = record({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingAdmissionPolicyBinding" },
  metadata,
  spec: record({
    policyName: objectName,
    validationActions: { type: "array", items: { enum: ["Deny", "Warn"] }, minItems: 1, maxItems: 1 },
  }),
});
