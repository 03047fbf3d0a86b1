import { type Schema, emptySelector, metadata, objectNameSchema, recordSchema, selector } from "./primitives.ts";

/** Deny and Warn together are rejected by the API server; what warns may stand in the audit log, too. */
export const policyBindingSchema: Schema = recordSchema({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingAdmissionPolicyBinding" },
  metadata,
  spec: recordSchema(
    {
      policyName: objectNameSchema,
      paramRef: recordSchema({ parameterNotFoundAction: { const: "Allow" }, selector }),
      matchResources: recordSchema({
        matchPolicy: { const: "Equivalent" },
        namespaceSelector: selector,
        objectSelector: emptySelector,
      }),
      validationActions: { enum: [["Deny"], ["Warn"], ["Warn", "Audit"], ["Audit"]] },
    },
    ["paramRef", "matchResources"],
  ),
});
