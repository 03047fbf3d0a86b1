import { matchConstraints } from "./match-constraints-schema.ts";
import { type Schema, conditionName, expression, listOf, metadata, record } from "./primitives.ts";

/** cel-spec doc/langdef.md, RESERVED and keywords: no name of a variable. */
const reserved =
  "as break const continue else for function if import let loop package namespace return var void while true false null in".split(
    " ",
  );

const variableName: Schema = { type: "string", pattern: "^[_a-zA-Z][_a-zA-Z0-9]*$", not: { enum: reserved } };

const validation: Schema = record({
  expression,
  messageExpression: expression,
  // One line that is not blank: the server rejects line breaks, a client would not see a blank.
  message: { type: "string", pattern: "^(?=.*\\S)[^\\n\\r]+$" },
  reason: { const: "Forbidden" },
});

/** A ValidatingAdmissionPolicy as Holdfast writes it: stricter than the API, which has defaults and alternatives. */
export const admissionPolicySchema: Schema = record({
  apiVersion: { const: "admissionregistration.k8s.io/v1" },
  kind: { const: "ValidatingAdmissionPolicy" },
  metadata,
  spec: record(
    {
      failurePolicy: { enum: ["Fail", "Ignore"] },
      paramKind: record({ apiVersion: { type: "string", pattern: "\\S" }, kind: { type: "string", pattern: "\\S" } }),
      matchConstraints,
      matchConditions: listOf(record({ name: conditionName, expression }), { maxItems: 64, distinctNames: true }),
      // The server takes two variables of one name and evaluates the later one.
      variables: listOf(record({ name: variableName, expression }), { distinctNames: true }),
      validations: listOf(validation),
    },
    ["paramKind", "matchConditions", "variables"],
  ),
});
