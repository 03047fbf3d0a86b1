import { printExpression } from "../print/print.ts";
import { costTogether, maxCost } from "../plan/limits/cost.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../ir/admission-policy.ts";
import type { BindingIr } from "../ir/enforcement.ts";
import type { Expression } from "../ir/expression.ts";
import { matchConditionsOf } from "../ir/match-conditions.ts";
import { annotationValue } from "../ir/expressions/annotation-value.ts";
import type { Action, RuleOperation } from "../api/rules-module.ts";

/** One ValidatingAdmissionPolicy of a compilation: its expressions, what they are for and what they cost at most. */
export interface CompiledAdmissionPolicy {
  readonly name: string;
  /** Name of the author's policy, or of the installation where it holds guards of several. */
  readonly policy: string;
  /** `rules`: the author's, and guards that joined them. `overrides`: says when one was taken. `guard`: guards alone. */
  readonly role: "rules" | "overrides" | "guard";
  readonly action: Action;
  readonly bindings: readonly BindingIr[];
  readonly operations: readonly RuleOperation[];
  /** Cost units of one request, most of all that may be stored. */
  readonly cost: number;
  /** What it is about besides what its rules match, and which of the objects that are looked up. */
  readonly matchConditions: readonly (CompiledExpression & { readonly name: string })[];
  readonly variables: readonly (CompiledExpression & { readonly name: string })[];
  /** As in the YAML, in the same order. */
  readonly validations: readonly CompiledValidation[];
  /** Which override was taken, for the audit log. */
  readonly auditAnnotations: readonly CompiledExpression[];
}

export interface CompiledExpression {
  /** CEL, as in the YAML. */
  readonly text: string;
  /** Cost units on the largest object that the API server stores. */
  readonly cost: number;
}

export interface CompiledValidation {
  readonly rule: string;
  /** The compiler has added it, so that the author's rules are not bypassed. */
  readonly isGuard: boolean;
  /** The author's policy that it guards, where it shares a policy with guards of others. */
  readonly guardOf?: string;
  readonly operations: readonly RuleOperation[];
  /** What it is for, where it is not the rule itself. */
  readonly note: string | undefined;
  readonly expression: CompiledExpression;
  readonly message: CompiledExpression;
}

export function describeAdmissionPolicy(ir: AdmissionPolicyIr): CompiledAdmissionPolicy {
  const { name, policy, isOfOverrides, action, bindings, requests, variables } = ir;
  const compiled = (expression: Expression): CompiledExpression => {
    return { text: printExpression(expression), cost: maxCost(expression, ir) };
  };
  const validation = ({ rule, isGuard, guardOf, operations, note, expression, message }: ValidationIr): CompiledValidation => {
    const whose = { rule, isGuard, ...(guardOf !== undefined && { guardOf }) };
    return { ...whose, operations, note, expression: compiled(expression), message: compiled(message) };
  };
  return {
    name,
    policy,
    role: ir.validations.every(({ isGuard }) => isGuard) ? "guard" : isOfOverrides ? "overrides" : "rules",
    action,
    bindings,
    operations: [...new Set(requests.flatMap(({ operations }) => operations))],
    cost: costTogether(ir),
    matchConditions: matchConditionsOf(ir).map((one) => ({ name: one.name, ...compiled(one.expression) })),
    variables: variables.map((variable) => ({ name: variable.name, ...compiled(variable.expression) })),
    validations: ir.validations.map(validation),
    auditAnnotations: ir.auditAnnotations.map((annotation) => compiled(annotationValue(annotation))),
  };
}
