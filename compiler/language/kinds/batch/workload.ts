// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";

/** Defines a topology constraint for a PodGroup. */
interface TopologyConstraint {
  /** Specifies the key of the node label representing the topology domain. */
  readonly key: string;
}

/** Defines how individual pods within a group can be disrupted. */
export interface WorkloadPodGroupDisruptionMode {
  /** Specifies that all pods in the group must be disrupted together. */
  readonly all?: Readonly<Record<string, unknown>>;
  /** Specifies that pods can be disrupted independently from each other. */
  readonly single?: Readonly<Record<string, unknown>>;
}

/** Defines the parameters for gang (all-or-nothing) scheduling. */
interface WorkloadPodGroupGangSchedulingPolicy {
  /** The minimum number of pods that must be scheduled at the same time for the scheduler to admit the entire group. */
  readonly minCount?: Int32;
}

/** References a dynamic resource claim that is shared across pods in the group. */
export interface WorkloadPodGroupResourceClaim {
  /** Name uniquely identifies this resource claim inside the group. */
  readonly name: string;
  /** The name of a ResourceClaim object in the same namespace. */
  readonly resourceClaimName?: string;
  /** The name of a ResourceClaimTemplate object in the same namespace. */
  readonly resourceClaimTemplateName?: string;
}

/** Defines leaf-level scheduling constraints, such as topology. */
export interface WorkloadPodGroupSchedulingConstraints {
  /** Specifies desired topological placements for all pods within the pod group. */
  readonly topology?: readonly TopologyConstraint[];
}

/** Defines the scheduling policy for a group of pods managed by a workload controller. */
export interface WorkloadPodGroupSchedulingPolicy {
  /** Specifies that standard, pod-by-pod Kubernetes scheduling behavior should be used. */
  readonly basic?: Readonly<Record<string, unknown>>;
  /** Specifies all-or-nothing scheduling semantics. */
  readonly gang?: WorkloadPodGroupGangSchedulingPolicy;
}
