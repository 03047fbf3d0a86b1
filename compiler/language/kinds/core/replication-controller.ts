// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PodTemplateSpec } from "./pod/pod-spec.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Represents the configuration of a replication controller.
 *
 * `match: [{ group: "", version: "v1", resource: "replicationcontrollers" }]`
 */
export interface ReplicationController extends KubernetesObject {
  /** Defines the specification of the desired behavior of the replication controller. */
  readonly spec: ReplicationControllerSpec;
  /** The most recently observed status of the replication controller. */
  readonly status?: ReplicationControllerStatus;
}

/** Describes the state of a replication controller at a certain point. */
interface ReplicationControllerCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of replication controller condition. */
  readonly type: string;
}

/** The specification of a replication controller. */
interface ReplicationControllerSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: Int32;
  /** The number of desired replicas. */
  readonly replicas?: Int32;
  /** A label query over pods that should match the Replicas count. */
  readonly selector?: { readonly [key: string]: string };
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template?: PodTemplateSpec;
}

/** Represents the current status of a replication controller. */
interface ReplicationControllerStatus {
  /** The number of available replicas (ready for at least minReadySeconds) for this replication controller. */
  readonly availableReplicas?: Int32;
  /** Represents the latest available observations of a replication controller's current state. */
  readonly conditions?: readonly ReplicationControllerCondition[];
  /** The number of pods that have labels matching the labels of the pod template of the replication controller. */
  readonly fullyLabeledReplicas?: Int32;
  /** Reflects the generation of the most recently observed replication controller. */
  readonly observedGeneration?: Int64;
  /** The number of ready replicas for this replication controller. */
  readonly readyReplicas?: Int32;
  /** The most recently observed number of replicas. */
  readonly replicas: Int32;
}
