import { about, comparedPolicy } from "../compared-policy.ts";

const isMarked = `${about}.metadata.?labels['protected'].orValue('') != 'true'`;

/** Several policies or bindings for one request: whose denial comes first is random in the server, and then stays. */
export const severalPolicies = [
  comparedPolicy("first-of-three", {
    namespace: "three",
    validations: [{ expression: isMarked, message: "first", reason: "Forbidden" }],
  }),
  comparedPolicy("second-of-three", {
    namespace: "three",
    validations: [{ expression: "request.operation != 'DELETE'", message: "second" }],
  }),
  comparedPolicy("third-of-three", {
    namespace: "three",
    actions: [["Warn", "Audit"]],
    validations: [{ expression: "false", message: "third" }],
    auditAnnotations: [{ key: "seen", valueExpression: "'yes'" }],
  }),
  comparedPolicy("two-bindings", {
    actions: [
      ["Deny", "Audit"],
      ["Warn", "Audit"],
    ],
    validations: [{ expression: isMarked, message: "twice" }, { expression: "oldObject.spec.replicas == 1" }],
  }),
  comparedPolicy("allowing-beside", { namespace: "beside", validations: [{ expression: "true" }] }),
  comparedPolicy("failing-beside", {
    namespace: "beside",
    validations: [{ expression: "oldObject.metadata.labels.protected == 'false'", message: "is marked" }],
  }),
];
