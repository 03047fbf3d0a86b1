// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PodTemplateSpec } from "../core/pod/pod-spec.ts";
import type { IntOrString, MaybeNull, Time } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Represents the configuration of a daemon set.
 *
 * `match: [{ group: "apps", version: "v1", resource: "daemonsets" }]`
 */
export interface DaemonSet extends KubernetesObject {
  /** The desired behavior of this daemon set. */
  readonly spec: DaemonSetSpec;
  /** The current status of this daemon set. */
  readonly status?: DaemonSetStatus;
}

/** Describes the state of a DaemonSet at a certain point. */
interface DaemonSetCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of DaemonSet condition. */
  readonly type: string;
}

/** The specification of a daemon set. */
interface DaemonSetSpec {
  /**
   * The minimum number of seconds for which a newly created DaemonSet pod should be ready without any of its container
   * crashing, for it to be considered available.
   */
  readonly minReadySeconds?: Int32;
  /** The number of old history to retain to allow rollback. */
  readonly revisionHistoryLimit?: Int32;
  /** A label query over pods that are managed by the daemon set. */
  readonly selector: LabelSelector;
  /** An object that describes the pod that will be created. */
  readonly template: PodTemplateSpec;
  /** An update strategy to replace existing DaemonSet pods with new pods. */
  readonly updateStrategy?: DaemonSetUpdateStrategy;
}

/** Represents the current status of a daemon set. */
interface DaemonSetStatus {
  /** Count of hash collisions for the DaemonSet. */
  readonly collisionCount?: Int32;
  /** Represents the latest available observations of a DaemonSet's current state. */
  readonly conditions?: readonly DaemonSetCondition[];
  /** The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. */
  readonly currentNumberScheduled: Int32;
  /**
   * The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod).
   */
  readonly desiredNumberScheduled: Int32;
  /**
   * The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and
   * available (ready for at least spec.minReadySeconds).
   */
  readonly numberAvailable?: Int32;
  /** The number of nodes that are running the daemon pod, but are not supposed to run the daemon pod. */
  readonly numberMisscheduled: Int32;
  /**
   * The number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a
   * Ready Condition.
   */
  readonly numberReady: Int32;
  /**
   * The number of nodes that should be running the daemon pod and have none of the daemon pod running and available
   * (ready for at least spec.minReadySeconds).
   */
  readonly numberUnavailable?: Int32;
  /** The most recent generation observed by the daemon set controller. */
  readonly observedGeneration?: Int64;
  /** The total number of nodes that are running updated daemon pod. */
  readonly updatedNumberScheduled?: Int32;
}

/** A struct used to control the update strategy for a DaemonSet. */
interface DaemonSetUpdateStrategy {
  /** Rolling update config params. */
  readonly rollingUpdate?: RollingUpdateDaemonSet;
  /** Type of daemon set update. */
  readonly type?: "OnDelete" | "RollingUpdate";
}

/** Spec to control the desired behavior of daemon set rolling update. */
interface RollingUpdateDaemonSet {
  /**
   * The maximum number of nodes with an existing available DaemonSet pod that can have an updated DaemonSet pod during
   * during an update.
   */
  readonly maxSurge?: IntOrString;
  /** The maximum number of DaemonSet pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
}
