// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PodTemplateSpec } from "../core/pod/pod-spec.ts";
import type { MaybeNull, Time } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Ensures that a specified number of pod replicas are running at any given time.
 *
 * `match: [{ group: "apps", version: "v1", resource: "replicasets" }]`
 */
export interface ReplicaSet extends KubernetesObject {
  /** Defines the specification of the desired behavior of the ReplicaSet. */
  readonly spec: ReplicaSetSpec;
  /** The most recently observed status of the ReplicaSet. */
  readonly status?: ReplicaSetStatus;
}

/** Describes the state of a replica set at a certain point. */
interface ReplicaSetCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of replica set condition. */
  readonly type: string;
}

/** The specification of a ReplicaSet. */
interface ReplicaSetSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: Int32;
  /** The number of desired pods. */
  readonly replicas?: Int32;
  /** A label query over pods that should match the replica count. */
  readonly selector: LabelSelector;
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template?: PodTemplateSpec;
}

/** Represents the current status of a ReplicaSet. */
interface ReplicaSetStatus {
  /** The number of available non-terminating pods (ready for at least minReadySeconds) for this replica set. */
  readonly availableReplicas?: Int32;
  /** Represents the latest available observations of a replica set's current state. */
  readonly conditions?: readonly ReplicaSetCondition[];
  /** The number of non-terminating pods that have labels matching the labels of the pod template of the replicaset. */
  readonly fullyLabeledReplicas?: Int32;
  /** Reflects the generation of the most recently observed ReplicaSet. */
  readonly observedGeneration?: Int64;
  /** The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition. */
  readonly readyReplicas?: Int32;
  /** The most recently observed number of non-terminating pods. */
  readonly replicas: Int32;
  /** The number of terminating pods for this replica set. Since Kubernetes 1.33. */
  readonly terminatingReplicas?: Int32;
}
