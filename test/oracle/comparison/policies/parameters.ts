import { comparedPolicy } from "../compared-policy.ts";

const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
const limits = [
  {
    expression: "params == null || params.?data.allowed.orValue('') == 'true'",
    messageExpression: "params.metadata.name + ' says ' + params.data.allowed",
    message: "no parameters",
  },
];

/** Policies that look something up. Every Namespace holds ConfigMaps `plain`, `marked` and, with two labels, `two`. */
export const parameterPolicies = [
  comparedPolicy("param-by-name", {
    paramKind,
    paramRef: { name: "plain", parameterNotFoundAction: "Deny" },
    validations: limits,
  }),
  comparedPolicy("param-of-namespace", {
    paramKind,
    paramRef: { name: "marked", namespace: "forbidden", parameterNotFoundAction: "Deny" },
    validations: limits,
  }),
  comparedPolicy("param-absent", {
    paramKind,
    paramRef: { name: "absent", parameterNotFoundAction: "Deny" },
    validations: limits,
  }),
  comparedPolicy("param-absent-allowed", {
    paramKind,
    paramRef: { name: "absent", parameterNotFoundAction: "Allow" },
    validations: limits,
  }),
  comparedPolicy("params-by-label", {
    paramKind,
    paramRef: { selector: { matchLabels: { protected: "true", batch: "three" } }, parameterNotFoundAction: "Deny" },
    matchConditions: [{ name: "params", expression: "params.kind == 'ConfigMap'" }],
    validations: limits,
  }),
  comparedPolicy("params-unbound", { paramKind, validations: [{ expression: "params != null", message: "params are null" }] }),
];
