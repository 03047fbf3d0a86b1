// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MatchCondition, MatchResources, ParamKind, Variable } from "./matching.ts";

/**
 * Describes the definition of an admission mutation policy that mutates the object coming into admission chain. Since
 * Kubernetes 1.36.
 *
 * `match: [{ group: "admissionregistration.k8s.io", version: "v1", resource: "mutatingadmissionpolicies" }]`
 */
export interface MutatingAdmissionPolicy extends KubernetesObject {
  /** Defines the desired behavior of the MutatingAdmissionPolicy. */
  readonly spec?: MutatingAdmissionPolicySpec;
}

/** Defines the desired configuration values of an object. */
interface ApplyConfiguration {
  /** Expression will be evaluated by CEL to create an apply configuration. ref: https://github.com/google/cel-spec. */
  readonly expression?: string;
}

/** Defines a JSON Patch. */
interface JSONPatch {
  /**
   * Expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). ref:
   * https://github.com/google/cel-spec.
   */
  readonly expression?: string;
}

/** Defines the desired behavior of the admission policy. */
interface MutatingAdmissionPolicySpec {
  /** Defines how to handle failures for the admission policy. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** A list of conditions that must be met for a request to be validated. */
  readonly matchConditions?: readonly MatchCondition[];
  /** Specifies what resources this policy is designed to validate. */
  readonly matchConstraints?: MatchResources;
  /**
   * Mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation
   * is required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
   */
  readonly mutations?: readonly Mutation[];
  /** Specifies the kind of resources used to parameterize this policy. */
  readonly paramKind?: ParamKind;
  /**
   * Indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as part of a single
   * admission evaluation.
   */
  readonly reinvocationPolicy?: "IfNeeded" | "Never";
  /** Variables contain definitions of variables that can be used in composition of other expressions. */
  readonly variables?: readonly Variable[];
}

/** Specifies the CEL expression which is used to apply the Mutation. */
interface Mutation {
  /** Defines the desired configuration values of an object. */
  readonly applyConfiguration?: ApplyConfiguration;
  /** Defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. */
  readonly jsonPatch?: JSONPatch;
  /** Indicates the patch strategy used. */
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
}
