import { printExpression } from "../print/print.ts";
import type { AdmissionPolicyIr, NamedExpression, ValidationIr } from "../ir/admission-policy.ts";
import type { Expression } from "../ir/expression.ts";
import { annotationValue } from "../ir/expressions/annotation-value.ts";
import type {
  AuditAnnotation,
  Validation,
  ValidatingAdmissionPolicy,
  VariableDefinition,
  ValidatingAdmissionPolicyBinding,
} from "./kubernetes-objects.ts";
import { buildSelector } from "./label-selector.ts";
import { buildMatch } from "./match-constraints.ts";
import { type Origin, buildMetadata, policyWave, bindingWave } from "./metadata.ts";
import type { BindingIr } from "../ir/enforcement.ts";

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
    metadata: buildMetadata(ir.name, policyWave, origin),
    spec: {
      failurePolicy: ir.params?.mayBeUnknown === true ? "Ignore" : "Fail",
      ...(ir.params !== undefined && { paramKind: { apiVersion: ir.params.apiVersion, kind: ir.params.kind } }),
      matchConstraints: constraints,
      ...(conditions.length > 0 && { matchConditions: conditions }),
      ...(variables.length > 0 && { variables }),
      validations: ir.validations.map(buildValidation),
      ...(ir.auditAnnotations.length > 0 && { auditAnnotations: ir.auditAnnotations.map(buildAuditAnnotation) }),
    },
  };
}

export function buildVariable({ name, expression }: NamedExpression): VariableDefinition {
  return { name, expression: printExpression(expression) };
}

/** Without a reason the code would be 422. */
export function buildValidation({ expression, message, fallbackMessage }: ValidationIr): Validation {
  const text = constantMessage(message);
  return {
    expression: printExpression(expression),
    ...(text === undefined && { messageExpression: printExpression(message) }),
    // What clients see should `messageExpression` ever yield nothing.
    message: text ?? fallbackMessage,
    reason: "Forbidden",
  };
}

/** A text that is the same for every object needs no CEL; the API server stores no `message` of several lines. */
function constantMessage(message: Expression): string | undefined {
  if (message.kind !== "literal" || typeof message.value !== "string") return undefined;
  return /^\P{C}+$/u.test(message.value) && message.value.trim() !== "" ? message.value : undefined;
}

/** Empty text is left out of the audit log, and `null` is no text for CEL's type checker. */
export function buildAuditAnnotation(annotation: ValidationIr): AuditAnnotation {
  return { key: annotation.rule, valueExpression: printExpression(annotationValue(annotation)) };
}

/** Without a binding a policy is never evaluated, so they always come together. */
export function buildPolicyBindings(ir: AdmissionPolicyIr): readonly ValidatingAdmissionPolicyBinding[] {
  return ir.bindings.map((binding) => buildPolicyBinding(ir, binding));
}

function buildPolicyBinding({ name, params }: AdmissionPolicyIr, binding: BindingIr): ValidatingAdmissionPolicyBinding {
  const { namespaces, validationActions, selects = params?.selector } = binding;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: buildMetadata(binding.name, bindingWave),
    spec: {
      policyName: name,
      // A Namespace without such an object, or an object without the label, is not what is guarded.
      ...(params !== undefined &&
        selects !== undefined && { paramRef: { parameterNotFoundAction: "Allow", selector: buildSelector(selects) } }),
      ...(namespaces !== undefined && {
        matchResources: { matchPolicy: "Equivalent", namespaceSelector: namespaces, objectSelector: {} },
      }),
      validationActions,
    },
  };
}
