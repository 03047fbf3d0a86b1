// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MetricSpec, MetricStatus } from "./metrics.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";

/**
 * The configuration for a horizontal pod autoscaler, which automatically manages the replica count of any resource
 * implementing the scale subresource based on the metrics specified.
 *
 * `match: [{ group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" }]`
 */
export interface HorizontalPodAutoscaler extends KubernetesObject {
  /** The specification for the behaviour of the autoscaler. */
  readonly spec: HorizontalPodAutoscalerSpec;
  /** The current information about the autoscaler. */
  readonly status?: HorizontalPodAutoscalerStatus;
}

/** Contains enough information to let you identify the referred resource. */
export interface CrossVersionObjectReference {
  /** The API version of the referent. */
  readonly apiVersion?: string;
  /**
   * The kind of the referent; More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds.
   */
  readonly kind: string;
  /**
   * The name of the referent; More info:
   * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names.
   */
  readonly name: string;
}

/** A single policy which must hold true for a specified past interval. */
interface HPAScalingPolicy {
  /** Specifies the window of time for which the policy should hold true. */
  readonly periodSeconds: Int32;
  /** Used to specify the scaling policy. */
  readonly type: string;
  /** Contains the amount of change which is permitted by the policy. */
  readonly value: Int32;
}

/** Configures the scaling behavior for one direction via scaling Policy Rules and a configurable metric tolerance. */
interface HPAScalingRules {
  /** A list of potential scaling polices which can be used during scaling. */
  readonly policies?: readonly HPAScalingPolicy[];
  /** Used to specify which policy should be used. */
  readonly selectPolicy?: string;
  /** The number of seconds for which past recommendations should be considered while scaling up or scaling down. */
  readonly stabilizationWindowSeconds?: Int32;
  /**
   * The tolerance on the ratio between the current and desired metric value under which no updates are made to the
   * desired number of replicas (e.g. 0.01 for 1%). Since Kubernetes 1.33.
   */
  readonly tolerance?: QuantityText;
}

/**
 * Configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields
 * respectively).
 */
interface HorizontalPodAutoscalerBehavior {
  /** Scaling policy for scaling Down. */
  readonly scaleDown?: HPAScalingRules;
  /** Scaling policy for scaling Up. */
  readonly scaleUp?: HPAScalingRules;
}

/** Describes the state of a HorizontalPodAutoscaler at a certain point. */
interface HorizontalPodAutoscalerCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human-readable explanation containing details about the transition. */
  readonly message?: string;
  /** Represents the .metadata.generation that the condition was set based upon. Since Kubernetes 1.37. */
  readonly observedGeneration?: Int64;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** The status of the condition (True, False, Unknown). */
  readonly status: string;
  /** Describes the current condition. */
  readonly type: string;
}

/** Describes the desired functionality of the HorizontalPodAutoscaler. */
interface HorizontalPodAutoscalerSpec {
  /**
   * Configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields
   * respectively).
   */
  readonly behavior?: HorizontalPodAutoscalerBehavior;
  /** The upper limit for the number of replicas to which the autoscaler can scale up. */
  readonly maxReplicas: Int32;
  /**
   * Contains the specifications for which to use to calculate the desired replica count (the maximum replica count
   * across all metrics will be used).
   */
  readonly metrics?: readonly MetricSpec[];
  /** The lower limit for the number of replicas to which the autoscaler can scale down. */
  readonly minReplicas?: Int32;
  /**
   * Points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as
   * to actually change the replica count.
   */
  readonly scaleTargetRef: CrossVersionObjectReference;
}

/** Describes the current status of a horizontal pod autoscaler. */
interface HorizontalPodAutoscalerStatus {
  /**
   * The set of conditions required for this autoscaler to scale its target, and indicates whether or not those
   * conditions are met.
   */
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[];
  /** The last read state of the metrics used by this autoscaler. */
  readonly currentMetrics?: MaybeNull<readonly MetricStatus[]>;
  /** Current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler. */
  readonly currentReplicas?: Int32;
  /** The desired number of replicas of pods managed by this autoscaler, as last calculated by the autoscaler. */
  readonly desiredReplicas: Int32;
  /**
   * The last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to control how often
   * the number of pods is changed.
   */
  readonly lastScaleTime?: Time;
  /** The most recent generation observed by this autoscaler. */
  readonly observedGeneration?: Int64;
}
