import { printExpression } from "../print/print.ts";
import type { AdmissionPolicyIr, NamedExpression, ValidationIr } from "../ir/admission-policy.ts";
import type { Validation, ValidatingAdmissionPolicy, VariableDefinition } from "./kubernetes-objects.ts";
import { buildMatch } from "./match-constraints.ts";
import { type Origin, buildMetadata, policyWave } from "./metadata.ts";

/**
 * The policy as the API server would give it back: all defaults written out, no empty lists.
 *
 *     match: [{ group: "apps", resource: "deployments" }],      resourceRules: [{ apiGroups: [apps], ... }]
 *     rules: { keep: { denyWhen: ..., message: ... } }           validations: [{ expression: ..., reason: Forbidden }]
 */
export function buildAdmissionPolicy(ir: AdmissionPolicyIr, origin: Origin): ValidatingAdmissionPolicy {
  const { constraints, conditions } = buildMatch(ir);
  const variables = ir.variables.map(buildVariable);
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: buildMetadata(ir.name, origin, policyWave),
    spec: {
      failurePolicy: ir.params?.mayBeUnknown === true ? "Ignore" : "Fail",
      ...(ir.params !== undefined && { paramKind: { apiVersion: ir.params.apiVersion, kind: ir.params.kind } }),
      matchConstraints: constraints,
      ...(conditions.length > 0 && { matchConditions: conditions }),
      ...(variables.length > 0 && { variables }),
      validations: ir.validations.map(buildValidation),
    },
  };
}

export function buildVariable({ name, expression }: NamedExpression): VariableDefinition {
  return { name, expression: printExpression(expression) };
}

/** `message` is what clients see should `messageExpression` ever yield nothing; without a reason the code would be 422. */
export function buildValidation(ir: ValidationIr): Validation {
  return {
    expression: printExpression(ir.expression),
    messageExpression: printExpression(ir.message),
    message: ir.fallbackMessage,
    reason: "Forbidden",
  };
}
