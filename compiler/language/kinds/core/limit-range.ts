// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, QuantityText } from "../field-types.ts";

/**
 * Sets resource usage limits for each kind of resource in a Namespace.
 *
 * `match: [{ group: "", version: "v1", resource: "limitranges" }]`
 */
export interface LimitRange extends KubernetesObject {
  /** Defines the limits enforced. */
  readonly spec: LimitRangeSpec;
}

/** Defines a min/max usage limit for any resource that matches on kind. */
interface LimitRangeItem {
  /** Default resource requirement limit value by resource name if resource limit is omitted. */
  readonly default?: { readonly [key: string]: QuantityText };
  /** The default resource requirement request value by resource name if resource request is omitted. */
  readonly defaultRequest?: { readonly [key: string]: QuantityText };
  /** Max usage constraints on this kind by resource name. */
  readonly max?: { readonly [key: string]: QuantityText };
  /**
   * MaxLimitRequestRatio if specified, the named resource must have a request and limit that are both non-zero where
   * limit divided by request is less than or equal to the enumerated value; this represents the max burst for the named
   * resource.
   */
  readonly maxLimitRequestRatio?: { readonly [key: string]: QuantityText };
  /** Min usage constraints on this kind by resource name. */
  readonly min?: { readonly [key: string]: QuantityText };
  /** Type of resource that this limit applies to. */
  readonly type: string;
}

/** Defines a min/max usage limit for resources that match on kind. */
interface LimitRangeSpec {
  /** The list of LimitRangeItem objects that are enforced. */
  readonly limits?: MaybeNull<readonly LimitRangeItem[]>;
}
