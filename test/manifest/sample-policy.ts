import { bindingsOf } from "../../compiler/ir/enforcement.ts";
import type { MatchEntry } from "../../compiler/api/coverage.ts";
import type { RuleOperation } from "../../compiler/api/rules-module.ts";
import type { Span } from "../../compiler/diagnostics/span.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../../compiler/ir/admission-policy.ts";
import { type Expression, binary, identifier, literal, optionalSelect, select, variable } from "../../compiler/ir/expression.ts";

export const span: Span = { file: "policies/keep.ts", start: 0, end: 10 };

const name = select(select(identifier("oldObject", span), "metadata", span), "name", span);

/** `oldObject.metadata.name != 'keep'`, built by hand: these tests must not depend on the lowering. */
export const nameIsNotKeep: Expression = binary(name, "!=", literal("keep", span), span);

export const sampleValidation: ValidationIr = {
  rule: "byName",
  isGuard: false,
  operations: ["delete"],
  span,
  note: undefined,
  expression: nameIsNotKeep,
  message: binary(literal("byName: ", span), "+", name, span),
  fallbackMessage: "byName: the request is denied by this rule",
};

/** A policy with one rule and one variable; the parts under test are given. */
export function samplePolicy(parts: Partial<AdmissionPolicyIr> = {}): AdmissionPolicyIr {
  const { name: ofBinding = "keep", action = "deny" } = parts;
  return {
    name: "keep",
    policy: "keep",
    joined: [],
    isOfOverrides: false,
    auditAnnotations: [],
    objects: {},
    params: undefined,
    bindings: bindingsOf(ofBinding, action, { otherwise: "deny", by: undefined }),
    description: "Keeps what is named keep.",
    span,
    action: "deny",
    requests: requestsFor(deployments),
    variables: [
      { name: "labels", expression: optionalSelect(select(identifier("oldObject", span), "metadata", span), "labels", span) },
    ],
    validations: [sampleValidation],
    ...parts,
  };
}

/** Deletes of these, or other operations. */
export function requestsFor(
  match: readonly MatchEntry[],
  operations: readonly RuleOperation[] = ["delete"],
): AdmissionPolicyIr["requests"] {
  return [{ operations, match }];
}

export const deployments: readonly MatchEntry[] = [{ group: "apps", version: undefined, resource: "deployments" }];

export const usesLabels: Expression = binary(variable("labels", span), "==", literal("x", span), span);
