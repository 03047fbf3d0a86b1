import type { ValidationAction } from "../../api/enforcement.ts";
import type { LabelSelector } from "../../language/matches-labels.ts";

/** What the files say, as far as it decides a request. */
export interface AdmissionPolicyDocuments {
  readonly policies: readonly AdmissionPolicy[];
  readonly bindings: readonly PolicyBinding[];
}

export interface AdmissionPolicy {
  readonly name: string;
  readonly failurePolicy: "Fail" | "Ignore";
  /** What is looked up for each request, and is `params` in the expressions. */
  readonly paramKind: ParamKind | undefined;
  readonly constraints: PolicyConstraints;
  readonly matchConditions: readonly NamedCelText[];
  readonly variables: readonly NamedCelText[];
  readonly validations: readonly PolicyValidation[];
  readonly auditAnnotations: readonly AuditAnnotation[];
}

export interface AuditAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface PolicyConstraints {
  readonly matchPolicy: "Exact" | "Equivalent";
  /** Held against the stored and the new object: one of them has to match. */
  readonly objectSelector: LabelSelector;
  readonly resourceRules: readonly MatchedResources[];
  readonly excludeResourceRules: readonly MatchedResources[];
}

export interface MatchedResources {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly scope: "*" | "Cluster" | "Namespaced";
}

export interface NamedCelText {
  readonly name: string;
  readonly expression: string;
}

export interface PolicyValidation {
  readonly expression: string;
  readonly messageExpression: string | undefined;
  readonly message: string | undefined;
  readonly reason: Reason;
}

export type Reason = "Forbidden" | "Invalid" | "RequestEntityTooLarge";

export interface PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  /** Which objects of the policy's paramKind; those in the Namespace of the request, and none is no reason to deny. */
  readonly params: LabelSelector | undefined;
  /** Undefined: wherever the policy matches. */
  readonly namespaceSelector: LabelSelector | undefined;
  readonly validationActions: readonly ValidationAction[];
}
