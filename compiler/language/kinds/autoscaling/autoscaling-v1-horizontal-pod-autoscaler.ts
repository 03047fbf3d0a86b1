// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { Time } from "../field-types.ts";

/**
 * Configuration of a horizontal pod autoscaler.
 *
 * `match: [{ group: "autoscaling", version: "v1", resource: "horizontalpodautoscalers" }]`
 */
export interface AutoscalingV1HorizontalPodAutoscaler extends KubernetesObject {
  /** Defines the behaviour of autoscaler. */
  readonly spec: HorizontalPodAutoscalerSpec;
  /** The current information about the autoscaler. */
  readonly status?: HorizontalPodAutoscalerStatus;
}

/** Contains enough information to let you identify the referred resource. */
interface CrossVersionObjectReference {
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

/** Specification of a horizontal pod autoscaler. */
interface HorizontalPodAutoscalerSpec {
  /** The upper limit for the number of pods that can be set by the autoscaler; cannot be smaller than MinReplicas. */
  readonly maxReplicas: Int32;
  /** The lower limit for the number of replicas to which the autoscaler can scale down. */
  readonly minReplicas?: Int32;
  /**
   * The reference to scaled resource; horizontal pod autoscaler will learn the current resource consumption and will
   * set the desired number of pods by using its Scale subresource.
   */
  readonly scaleTargetRef: CrossVersionObjectReference;
  /**
   * The target average CPU utilization (represented as a percentage of requested CPU) over all the pods; if not
   * specified the default autoscaling policy will be used.
   */
  readonly targetCPUUtilizationPercentage?: Int32;
}

/** Current status of a horizontal pod autoscaler. */
interface HorizontalPodAutoscalerStatus {
  /**
   * The current average CPU utilization over all pods, represented as a percentage of requested CPU, e.g. 70 means that
   * an average pod is using now 70% of its requested CPU.
   */
  readonly currentCPUUtilizationPercentage?: Int32;
  /** The current number of replicas of pods managed by this autoscaler. */
  readonly currentReplicas: Int32;
  /** The desired number of replicas of pods managed by this autoscaler. */
  readonly desiredReplicas: Int32;
  /**
   * The last time the HorizontalPodAutoscaler scaled the number of pods; used by the autoscaler to control how often
   * the number of pods is changed.
   */
  readonly lastScaleTime?: Time;
  /** The most recent generation observed by this autoscaler. */
  readonly observedGeneration?: Int64;
}
