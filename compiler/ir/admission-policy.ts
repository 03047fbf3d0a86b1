import type { Span } from "../diagnostics/span.ts";
import type { BindingIr } from "./enforcement.ts";
import type { Expression } from "./expression.ts";
import type { MatchConditionIr, ParametersIr, SelectorIr } from "./policy.ts";
import type { Action, RuleOperation } from "../api/rules-module.ts";
import type { MatchEntry } from "../api/coverage.ts";

/**
 * One ValidatingAdmissionPolicy with its bindings, still as expressions: the rules of a policy that share action and
 * operations, or, where guards have joined them (plan/merge.ts), the rules of several operations. Every expression is
 * final: no `Local` is left, iterations are bounded, the condition is CEL's "valid when".
 */
export interface AdmissionPolicyIr {
  /** Object name of the policy, with which those of its bindings begin. */
  readonly name: string;
  /** Name of the author's policy, which may become several of these; of the installation where it has guards of several. */
  readonly policy: string;
  /** Names of the guards that are part of it now, and would have been policies of their own. */
  readonly joined: readonly string[];
  /** Of one that holds guards of several policies (plan/shared-guards/): the names of these policies. */
  readonly sharedBy?: readonly string[];
  /** It says nothing but which override was taken. */
  readonly isOfOverrides: boolean;
  /** First paragraph of the comment above the policy, without line breaks; may be empty. */
  readonly description: string;
  /** The policy in the author's source. */
  readonly span: Span;
  readonly action: Action;
  /** Which requests it is evaluated for; no operation is in two of them. */
  readonly requests: readonly RequestsIr[];
  /** What it can be about at all: the API server evaluates it for no other object. */
  readonly objects: SelectorIr;
  /** The same, as far as labels do not say it. */
  readonly only?: MatchConditionIr;
  readonly params: ParametersIr | undefined;
  readonly bindings: readonly BindingIr[];
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly ValidationIr[];
  /** What stands in the audit log: which override was taken. `expression` is true where there is nothing to say. */
  readonly auditAnnotations: readonly ValidationIr[];
}

export interface RequestsIr {
  readonly operations: readonly RuleOperation[];
  readonly match: readonly MatchEntry[];
}

export interface NamedExpression {
  readonly name: string;
  readonly expression: Expression;
}

export interface ValidationIr {
  /** The rule this validation enforces. */
  readonly rule: string;
  /** The compiler has added the rule, so that the author's are not bypassed. */
  readonly isGuard: boolean;
  /** The author's policy that it guards, where guards of others stand beside it. */
  readonly guardOf?: string;
  /** What it is about; of other operations it says nothing. */
  readonly operations: readonly RuleOperation[];
  /** The rule in the author's source. */
  readonly span: Span;
  /** What this validation is for, when it is not the rule itself: one short line for the YAML comment. */
  readonly note: string | undefined;
  /** bool: true admits. */
  readonly expression: Expression;
  /** string, one line. */
  readonly message: Expression;
  /** Static text that the API server uses should the message expression ever yield nothing. */
  readonly fallbackMessage: string;
}
