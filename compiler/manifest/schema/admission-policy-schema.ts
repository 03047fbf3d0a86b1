import { matchConstraints } from "./match-constraints-schema.ts";
import {
  type Schema,
  conditionName,
  expression,
  listSchema,
  metadata,
  recordSchema,
  emptySelector,
  objectNameSchema,
  selector,
} from "./primitives.ts";

/** cel-spec doc/langdef.md, RESERVED and keywords: no name of a variable. */
const reserved =
  "as break const continue else for function if import let loop package namespace return var void while true false null in".split(
    " ",
  );

const variableName: Schema = { type: "string", pattern: "^[_a-zA-Z][_a-zA-Z0-9]*$", not: { enum: reserved } };

const validation: Schema = recordSchema(
  {
    expression,
    messageExpression: expression,
    // One line that is not blank: the server rejects line breaks, a client would not see a blank.
    message: { type: "string", pattern: "^(?=.*\\S)[^\\n\\r]+$" },
    reason: { const: "Forbidden" },
  },
  ["messageExpression"],
);

/** The key stands behind the name of the policy, as that of a label. */
const auditAnnotation: Schema = recordSchema({
  key: { type: "string", pattern: "^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$" },
  valueExpression: { ...expression, maxLength: 5 * 1024 },
});

/** A ValidatingAdmissionPolicy as Holdfast writes it: stricter than the API, which has defaults and alternatives. */
export const admissionPolicySchema: Schema = recordSchema({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingAdmissionPolicy" },
  metadata,
  spec: recordSchema(
    {
      failurePolicy: { enum: ["Fail", "Ignore"] },
      paramKind: recordSchema({ apiVersion: { type: "string", pattern: "\\S" }, kind: { type: "string", pattern: "\\S" } }),
      matchConstraints,
      matchConditions: listSchema(recordSchema({ name: conditionName, expression }), { maxItems: 64, distinctNames: true }),
      // The server takes two variables of one name and evaluates the later one.
      variables: listSchema(recordSchema({ name: variableName, expression }), { distinctNames: true }),
      validations: listSchema(validation),
      auditAnnotations: listSchema(auditAnnotation, { maxItems: 20 }),
    },
    ["paramKind", "matchConditions", "variables", "auditAnnotations"],
  ),
});

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
