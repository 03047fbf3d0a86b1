// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MatchCondition, MatchResources, ParamKind, Variable } from "./matching.ts";
import type { Condition } from "../meta.ts";

/**
 * Describes the definition of an admission validation policy that accepts or rejects an object without changing it.
 *
 * `match: [{ group: "admissionregistration.k8s.io", version: "v1", resource: "validatingadmissionpolicies" }]`
 */
export interface ValidatingAdmissionPolicy extends KubernetesObject {
  /** Defines the desired behavior of the ValidatingAdmissionPolicy. */
  readonly spec?: ValidatingAdmissionPolicySpec;
  /**
   * Represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to determine if
   * the policy behaves in the expected way.
   */
  readonly status?: ValidatingAdmissionPolicyStatus;
}

/** Describes how to produce an audit annotation for an API request. */
interface AuditAnnotation {
  /** Specifies the audit annotation key. */
  readonly key: string;
  /** Represents the expression which is evaluated by CEL to produce an audit annotation value. */
  readonly valueExpression: string;
}

/** A warning information that targets a specific expression. */
interface ExpressionWarning {
  /** The path to the field that refers to the expression. */
  readonly fieldRef: string;
  /** Contains the content of type checking information in a human-readable form. */
  readonly warning: string;
}

/** Contains results of type checking the expressions in the ValidatingAdmissionPolicy. */
interface TypeChecking {
  /** Contains the type checking warnings for each expression. */
  readonly expressionWarnings?: readonly ExpressionWarning[];
}

/** The specification of the desired behavior of the AdmissionPolicy. */
interface ValidatingAdmissionPolicySpec {
  /**
   * Contains CEL expressions which are used to produce audit annotations for the audit event of the API request.
   * validations and auditAnnotations may not both be empty; a least one of validations or auditAnnotations is required.
   */
  readonly auditAnnotations?: readonly AuditAnnotation[];
  /** Defines how to handle failures for the admission policy. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** A list of conditions that must be met for a request to be validated. */
  readonly matchConditions?: readonly MatchCondition[];
  /** Specifies what resources this policy is designed to validate. */
  readonly matchConstraints?: MatchResources;
  /** Specifies the kind of resources used to parameterize this policy. */
  readonly paramKind?: ParamKind;
  /** Validations contain CEL expressions which is used to apply the validation. */
  readonly validations?: readonly Validation[];
  /** Variables contain definitions of variables that can be used in composition of other expressions. */
  readonly variables?: readonly Variable[];
}

/** Represents the status of an admission validation policy. */
interface ValidatingAdmissionPolicyStatus {
  /** Conditions represent the latest available observations of a policy's current state. */
  readonly conditions?: readonly Condition[];
  /** The generation observed by the controller. */
  readonly observedGeneration?: Int64;
  /** Contains the results of type checking for each expression. */
  readonly typeChecking?: TypeChecking;
}

/** Specifies the CEL expression which is used to apply the validation. */
interface Validation {
  /**
   * Represents the expression which will be evaluated by CEL. ref: https://github.com/google/cel-spec CEL expressions
   * have access to the contents of the API request/response, organized into CEL variables as well as some other useful
   * variables.
   */
  readonly expression: string;
  /** Represents the message displayed when validation fails. */
  readonly message?: string;
  /**
   * Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails.
   */
  readonly messageExpression?: string;
  /** Represents a machine-readable description of why this validation failed. */
  readonly reason?: string;
}
