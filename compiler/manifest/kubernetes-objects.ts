/**
 * The Kubernetes objects that Holdfast writes, with exactly the fields that it writes: every default of the API server
 * is spelled out, and a list that would be empty is left out, because the server would drop it.
 */
export type EmittedObject =
  | ValidatingAdmissionPolicy
  | ValidatingAdmissionPolicyBinding
  | ValidatingWebhookConfiguration
  | Kustomization;

import type { SelectorIr } from "../ir/policy.ts";

/** An object of which only the name is fixed: files of API servers know less metadata. */
export type Named<T> = Omit<T, "metadata"> & { readonly metadata: { readonly name: string } };

export interface ValidatingAdmissionPolicy {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: "ValidatingAdmissionPolicy";
  readonly metadata: Metadata;
  readonly spec: {
    readonly failurePolicy: "Fail" | "Ignore";
    readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
    readonly matchConstraints: MatchConstraints;
    readonly matchConditions?: readonly MatchCondition[];
    readonly variables?: readonly VariableDefinition[];
    readonly validations: readonly Validation[];
    readonly auditAnnotations?: readonly AuditAnnotation[];
  };
}

export interface ValidatingAdmissionPolicyBinding {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: "ValidatingAdmissionPolicyBinding";
  readonly metadata: Metadata;
  readonly spec: {
    readonly policyName: string;
    readonly paramRef?: { readonly parameterNotFoundAction: "Allow"; readonly selector: LabelSelector };
    readonly matchResources?: {
      readonly matchPolicy: "Equivalent";
      readonly namespaceSelector: SelectorIr;
      readonly objectSelector: Readonly<Record<string, never>>;
    };
    readonly validationActions: readonly ("Deny" | "Warn" | "Audit")[];
  };
}

export interface ValidatingWebhookConfiguration {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: "ValidatingWebhookConfiguration";
  readonly metadata: Metadata;
  readonly webhooks: readonly ValidatingWebhook[];
}

export interface ValidatingWebhook {
  readonly name: string;
  readonly clientConfig: {
    readonly caBundle?: string;
    readonly service: { readonly namespace: string; readonly name: string; readonly path: string; readonly port: number };
  };
  readonly rules: readonly ResourceRule[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly matchPolicy: "Equivalent";
  readonly namespaceSelector: SelectorIr;
  readonly objectSelector: SelectorIr;
  readonly matchConditions?: readonly MatchCondition[];
  readonly sideEffects: "None" | "NoneOnDryRun";
  readonly timeoutSeconds: number;
  readonly admissionReviewVersions: readonly ["v1"];
}

export interface Kustomization {
  readonly apiVersion: "kustomize.config.k8s.io/v1beta1";
  readonly kind: "Kustomization";
  readonly resources: readonly string[];
}

export interface Metadata {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface MatchConstraints {
  readonly matchPolicy: "Equivalent";
  readonly namespaceSelector: Readonly<Record<string, never>>;
  readonly objectSelector: LabelSelector;
  readonly resourceRules: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
}

export interface LabelSelector extends SelectorIr {
  readonly matchLabels?: Readonly<Record<string, string>>;
}

export interface ResourceRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly AdmissionOperation[];
  readonly resources: readonly string[];
  readonly scope: "*";
}

export type AdmissionOperation = "DELETE" | "UPDATE" | "CREATE" | "*";

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

export interface VariableDefinition {
  readonly name: string;
  readonly expression: string;
}

export interface AuditAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

export interface Validation {
  readonly expression: string;
  readonly messageExpression?: string;
  readonly message: string;
  readonly reason: "Forbidden";
}
