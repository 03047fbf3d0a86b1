import { type Schema, emptySelector, metadata, objectName, record, selector } from "./primitives.ts";

/** Deny and Warn together are rejected by the API server; what warns may stand in the audit log, too. */
export const policyBindingSchema: Schema = record({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingAdmissionPolicyBinding" },
  metadata,
  spec: record(
    {
      policyName: objectName,
      paramRef: record({ parameterNotFoundAction: { const: "Allow" }, selector }),
      matchResources: record({
        matchPolicy: { const: "Equivalent" },
        namespaceSelector: selector,
        objectSelector: emptySelector,
      }),
      validationActions: { enum: [["Deny"], ["Warn"], ["Warn", "Audit"], ["Audit"]] },
    },
    ["paramRef", "matchResources"],
  ),
});
