// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { IntOrString, MaybeNull, Time } from "../field-types.ts";
import type { Condition, LabelSelector } from "../meta.ts";

/**
 * An object to define the max disruption that can be caused to a collection of pods.
 *
 * `match: [{ group: "policy", version: "v1", resource: "poddisruptionbudgets" }]`
 */
export interface PodDisruptionBudget extends KubernetesObject {
  /** The specification of the desired behavior of the PodDisruptionBudget. */
  readonly spec: PodDisruptionBudgetSpec;
  /** The most recently observed status of the PodDisruptionBudget. */
  readonly status?: PodDisruptionBudgetStatus;
}

/** A description of a PodDisruptionBudget. */
interface PodDisruptionBudgetSpec {
  /**
   * Indicates that an eviction is allowed if at most "maxUnavailable" pods selected by "selector" are unavailable after
   * the eviction, i.e. even in absence of the evicted pod.
   */
  readonly maxUnavailable?: IntOrString;
  /**
   * Indicates that an eviction is allowed if at least "minAvailable" pods selected by "selector" will still be
   * available after the eviction, i.e. even in the absence of the evicted pod.
   */
  readonly minAvailable?: IntOrString;
  /** A label query over pods whose evictions are managed by the disruption budget. */
  readonly selector?: LabelSelector;
  /** Defines the criteria for when unhealthy pods should be considered for eviction. */
  readonly unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

/** Represents information about the status of a PodDisruptionBudget. */
interface PodDisruptionBudgetStatus {
  /** Conditions contain conditions for PDB. */
  readonly conditions?: readonly Condition[];
  /** Current number of healthy pods. */
  readonly currentHealthy: Int32;
  /** Minimum desired number of healthy pods. */
  readonly desiredHealthy: Int32;
  /**
   * Contains information about pods whose eviction was processed by the API server eviction subresource handler but has
   * not yet been observed by the PodDisruptionBudget controller.
   */
  readonly disruptedPods?: { readonly [key: string]: MaybeNull<Time> };
  /** Number of pod disruptions that are currently allowed. */
  readonly disruptionsAllowed: Int32;
  /** Total number of pods counted by this disruption budget. */
  readonly expectedPods: Int32;
  /** Most recent generation observed when updating this PDB status. */
  readonly observedGeneration?: Int64;
}
