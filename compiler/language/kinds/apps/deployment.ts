// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PodTemplateSpec } from "../core/pod/pod-spec.ts";
import type { IntOrString, MaybeNull, Time } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Enables declarative updates for Pods and ReplicaSets.
 *
 * `match: [{ group: "apps", version: "v1", resource: "deployments" }]`
 */
export interface Deployment extends KubernetesObject {
  /** Specification of the desired behavior of the Deployment. */
  readonly spec: DeploymentSpec;
  /** Most recently observed status of the Deployment. */
  readonly status?: DeploymentStatus;
}

/** Describes the state of a deployment at a certain point. */
interface DeploymentCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** The last time this condition was updated. */
  readonly lastUpdateTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of deployment condition. */
  readonly type: string;
}

/** The specification of the desired behavior of the Deployment. */
interface DeploymentSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: Int32;
  /** Indicates that the deployment is paused. */
  readonly paused?: boolean;
  /** The maximum time in seconds for a deployment to make progress before it is considered to be failed. */
  readonly progressDeadlineSeconds?: Int32;
  /** Number of desired pods. */
  readonly replicas?: Int32;
  /** The number of old ReplicaSets to retain to allow rollback. */
  readonly revisionHistoryLimit?: Int32;
  /** Label selector for pods. */
  readonly selector: LabelSelector;
  /** The deployment strategy to use to replace existing pods with new ones. */
  readonly strategy?: DeploymentStrategy;
  /** Describes the pods that will be created. */
  readonly template: PodTemplateSpec;
}

/** The most recently observed status of the Deployment. */
interface DeploymentStatus {
  /** Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment. */
  readonly availableReplicas?: Int32;
  /** Count of hash collisions for the Deployment. */
  readonly collisionCount?: Int32;
  /** Represents the latest available observations of a deployment's current state. */
  readonly conditions?: readonly DeploymentCondition[];
  /** The generation observed by the deployment controller. */
  readonly observedGeneration?: Int64;
  /** Total number of non-terminating pods targeted by this Deployment with a Ready Condition. */
  readonly readyReplicas?: Int32;
  /** Total number of non-terminating pods targeted by this deployment (their labels match the selector). */
  readonly replicas?: Int32;
  /** Total number of terminating pods targeted by this deployment. Since Kubernetes 1.33. */
  readonly terminatingReplicas?: Int32;
  /** Total number of unavailable pods targeted by this deployment. */
  readonly unavailableReplicas?: Int32;
  /** Total number of non-terminating pods targeted by this deployment that have the desired template spec. */
  readonly updatedReplicas?: Int32;
}

/** Describes how to replace existing pods with new ones. */
interface DeploymentStrategy {
  /** Rolling update config params. */
  readonly rollingUpdate?: RollingUpdateDeployment;
  /** Type of deployment. */
  readonly type?: "Recreate" | "RollingUpdate";
}

/** Spec to control the desired behavior of rolling update. */
interface RollingUpdateDeployment {
  /** The maximum number of pods that can be scheduled above the desired number of pods. */
  readonly maxSurge?: IntOrString;
  /** The maximum number of pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
}
