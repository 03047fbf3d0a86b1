// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type {
  WorkloadPodGroupDisruptionMode,
  WorkloadPodGroupResourceClaim,
  WorkloadPodGroupSchedulingConstraints,
  WorkloadPodGroupSchedulingPolicy,
} from "./workload.ts";
import type { PodTemplateSpec } from "../core/pod/pod-spec.ts";
import type { MaybeNull, Time } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Represents the configuration of a single job.
 *
 * `match: [{ group: "batch", version: "v1", resource: "jobs" }]`
 */
export interface Job extends KubernetesObject {
  /** Specification of the desired behavior of a job. */
  readonly spec: JobSpec;
  /** Current status of a job. */
  readonly status?: JobStatus;
}

/** Describes current state of a job. */
interface JobCondition {
  /** Last time the condition was checked. */
  readonly lastProbeTime?: MaybeNull<Time>;
  /** Last time the condition transit from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Human readable message indicating details about last transition. */
  readonly message?: string;
  /** (brief) reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of job condition, Complete or Failed. */
  readonly type: string;
}

/** Composes the reusable workload-aware scheduling building blocks. */
interface JobSchedulingConfiguration {
  /** Defines the mode in which the Job's pods can be disrupted. */
  readonly disruptionMode?: WorkloadPodGroupDisruptionMode;
  /** Defines which ResourceClaims may be shared among Pods in the Job. */
  readonly resourceClaims?: readonly WorkloadPodGroupResourceClaim[];
  /** Defines scheduling constraints (e.g. topology) for the Job's pods. */
  readonly schedulingConstraints?: WorkloadPodGroupSchedulingConstraints;
  /** Defines the scheduling policy for this Job. */
  readonly schedulingPolicy?: WorkloadPodGroupSchedulingPolicy;
}

/** Describes how the job execution will look like. */
export interface JobSpec {
  /**
   * Specifies the duration in seconds relative to the startTime that the job may be continuously active before the
   * system tries to terminate it; value must be positive integer.
   */
  readonly activeDeadlineSeconds?: Int64;
  /** Specifies the number of retries before marking this job failed. */
  readonly backoffLimit?: Int32;
  /** Specifies the limit for the number of retries within an index before marking this index as failed. */
  readonly backoffLimitPerIndex?: Int32;
  /** Specifies how Pod completions are tracked. */
  readonly completionMode?: "Indexed" | "NonIndexed";
  /** Specifies the desired number of successfully finished pods the job should be run with. */
  readonly completions?: Int32;
  /** ManagedBy field indicates the controller that manages a Job. */
  readonly managedBy?: string;
  /** Controls generation of pod labels and pod selectors. */
  readonly manualSelector?: boolean;
  /**
   * Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set.
   */
  readonly maxFailedIndexes?: Int32;
  /** Specifies the maximum desired number of pods the job should run at any given time. */
  readonly parallelism?: Int32;
  /** Specifies the policy of handling failed pods. */
  readonly podFailurePolicy?: PodFailurePolicy;
  /** Specifies when to create replacement Pods. */
  readonly podReplacementPolicy?: "Failed" | "TerminatingOrFailed";
  /** Defines the Workload-aware Scheduling configuration for this Job. Since Kubernetes 1.37. */
  readonly scheduling?: JobSchedulingConfiguration;
  /** A label query over pods that should match the pod count. */
  readonly selector?: LabelSelector;
  /** Specifies the policy when the Job can be declared as succeeded. */
  readonly successPolicy?: SuccessPolicy;
  /** Specifies whether the Job controller should create Pods or not. */
  readonly suspend?: boolean;
  /** Describes the pod that will be created when executing a job. */
  readonly template: PodTemplateSpec;
  /** Limits the lifetime of a Job that has finished execution (either Complete or Failed). */
  readonly ttlSecondsAfterFinished?: Int32;
}

/** Represents the current state of a Job. */
interface JobStatus {
  /** The number of pending and running pods which are not terminating (without a deletionTimestamp). */
  readonly active?: Int32;
  /** Holds the completed indexes when .spec.completionMode = "Indexed" in a text format. */
  readonly completedIndexes?: string;
  /** Represents time when the job was completed. */
  readonly completionTime?: Time;
  /** The latest available observations of an object's current state. */
  readonly conditions?: readonly JobCondition[];
  /** The number of pods which reached phase Failed. */
  readonly failed?: Int32;
  /** Holds the failed indexes when spec.backoffLimitPerIndex is set. */
  readonly failedIndexes?: string;
  /** The number of active pods which have a Ready condition and are not terminating (without a deletionTimestamp). */
  readonly ready?: Int32;
  /** Represents time when the job controller started processing a job. */
  readonly startTime?: Time;
  /** The number of pods which reached phase Succeeded. */
  readonly succeeded?: Int32;
  /** The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp). */
  readonly terminating?: Int32;
  /**
   * Holds the UIDs of Pods that have terminated but the job controller hasn't yet accounted for in the status counters.
   */
  readonly uncountedTerminatedPods?: UncountedTerminatedPods;
}

/** Describes how failed pods influence the backoffLimit. */
interface PodFailurePolicy {
  /** A list of pod failure policy rules. */
  readonly rules?: MaybeNull<readonly PodFailurePolicyRule[]>;
}

/** Describes the requirement for handling a failed pod based on its container exit codes. */
interface PodFailurePolicyOnExitCodesRequirement {
  /** Restricts the check for exit codes to the container with the specified name. */
  readonly containerName?: string;
  /** Represents the relationship between the container exit code(s) and the specified values. */
  readonly operator: "In" | "NotIn";
  /** Specifies the set of values. */
  readonly values?: MaybeNull<readonly Int32[]>;
}

/** Describes a pattern for matching an actual pod condition type. */
interface PodFailurePolicyOnPodConditionsPattern {
  /** Specifies the required Pod condition status. */
  readonly status: string;
  /** Specifies the required Pod condition type. */
  readonly type: string;
}

/** Describes how a pod failure is handled when the requirements are met. */
interface PodFailurePolicyRule {
  /** Specifies the action taken on a pod failure when the requirements are satisfied. */
  readonly action: "Count" | "FailIndex" | "FailJob" | "Ignore";
  /** Represents the requirement on the container exit codes. */
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Represents the requirement on the pod conditions. */
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[];
}

/** Describes when a Job can be declared as succeeded based on the success of some indexes. */
interface SuccessPolicy {
  /**
   * Represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded >=
   * .spec.completions`.
   */
  readonly rules?: MaybeNull<readonly SuccessPolicyRule[]>;
}

/** Describes rule for declaring a Job as succeeded. */
interface SuccessPolicyRule {
  /** Specifies the minimal required size of the actual set of the succeeded indexes for the Job. */
  readonly succeededCount?: Int32;
  /** Specifies the set of indexes which need to be contained in the actual set of the succeeded indexes for the Job. */
  readonly succeededIndexes?: string;
}

/** Holds UIDs of Pods that have terminated but haven't been accounted in Job status counters. */
interface UncountedTerminatedPods {
  /** Holds UIDs of failed Pods. */
  readonly failed?: readonly string[];
  /** Holds UIDs of succeeded Pods. */
  readonly succeeded?: readonly string[];
}
