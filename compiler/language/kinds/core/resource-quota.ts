// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { QuantityText } from "../field-types.ts";

/**
 * Sets aggregate quota restrictions enforced per namespace.
 *
 * `match: [{ group: "", version: "v1", resource: "resourcequotas" }]`
 */
export interface ResourceQuota extends KubernetesObject {
  /**
   * Defines the desired quota.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status.
   */
  readonly spec: ResourceQuotaSpec;
  /**
   * Defines the actual enforced quota and its current usage.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status.
   */
  readonly status?: ResourceQuotaStatus;
}

/** Defines the desired hard limits to enforce for Quota. */
interface ResourceQuotaSpec {
  /** The set of desired hard limits for each named resource. */
  readonly hard?: { readonly [key: string]: QuantityText };
  /**
   * Also a collection of filters like scopes that must match each object tracked by a quota but expressed using
   * ScopeSelectorOperator in combination with possible values.
   */
  readonly scopeSelector?: ScopeSelector;
  /** A collection of filters that must match each object tracked by a quota. */
  readonly scopes?: readonly string[];
}

/** Defines the enforced hard limits and observed use. */
interface ResourceQuotaStatus {
  /** The set of enforced hard limits for each named resource. */
  readonly hard?: { readonly [key: string]: QuantityText };
  /** The current observed total usage of the resource in the namespace. */
  readonly used?: { readonly [key: string]: QuantityText };
}

/** A scope selector represents the AND of the selectors represented by the scoped-resource selector requirements. */
interface ScopeSelector {
  /** A list of scope selector requirements by scope of the resources. */
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[];
}

/**
 * A scoped-resource selector requirement is a selector that contains values, a scope name, and an operator that relates
 * the scope name and values.
 */
interface ScopedResourceSelectorRequirement {
  /** Represents a scope's relationship to a set of values. */
  readonly operator: "DoesNotExist" | "Exists" | "In" | "NotIn";
  /** The name of the scope that the selector applies to. */
  readonly scopeName: string;
  /** An array of string values. */
  readonly values?: readonly string[];
}
