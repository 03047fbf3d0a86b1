// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PersistentVolumeClaim } from "../core/persistent-volume-claim.ts";
import type { PodTemplateSpec } from "../core/pod/pod-spec.ts";
import type { IntOrString, MaybeNull, Time } from "../field-types.ts";
import type { LabelSelector, TemplateMeta } from "../meta.ts";

/**
 * Represents a set of pods with consistent identities.
 *
 * `match: [{ group: "apps", version: "v1", resource: "statefulsets" }]`
 */
export interface StatefulSet extends KubernetesObject {
  /** Defines the desired identities of pods in this set. */
  readonly spec: StatefulSetSpec;
  /** The current status of Pods in this StatefulSet. */
  readonly status?: StatefulSetStatus;
}

/** Used to communicate parameter for RollingUpdateStatefulSetStrategyType. */
interface RollingUpdateStatefulSetStrategy {
  /** The maximum number of pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
  /** Indicates the ordinal at which the StatefulSet should be partitioned for updates. */
  readonly partition?: Int32;
}

/** Describes the state of a statefulset at a certain point. */
interface StatefulSetCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of statefulset condition. */
  readonly type: string;
}

/** Describes the policy used for replica ordinal assignment in this StatefulSet. */
interface StatefulSetOrdinals {
  /** The number representing the first replica's index. */
  readonly start: Int32;
}

/** Describes the policy used for PVCs created from the StatefulSet VolumeClaimTemplates. */
interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** Specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is deleted. */
  readonly whenDeleted?: string;
  /**
   * Specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is scaled down.
   */
  readonly whenScaled?: string;
}

/** A StatefulSetSpec is the specification of a StatefulSet. */
interface StatefulSetSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing for
   * it to be considered available.
   */
  readonly minReadySeconds?: Int32;
  /** Controls the numbering of replica indices in a StatefulSet. */
  readonly ordinals?: StatefulSetOrdinals;
  /** Describes the lifecycle of persistent volume claims created from volumeClaimTemplates. */
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** Controls how pods are created during initial scale up, when replacing pods on nodes, or when scaling down. */
  readonly podManagementPolicy?: "OrderedReady" | "Parallel";
  /** The desired number of replicas of the given Template. */
  readonly replicas?: Int32;
  /** The maximum number of revisions that will be maintained in the StatefulSet's revision history. */
  readonly revisionHistoryLimit?: Int32;
  /** A label query over pods that should match the replica count. */
  readonly selector: LabelSelector;
  /** The name of the service that governs this StatefulSet. */
  readonly serviceName: string;
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template: PodTemplateSpec;
  /**
   * Indicates the StatefulSetUpdateStrategy that will be employed to update Pods in the StatefulSet when a revision is
   * made to Template.
   */
  readonly updateStrategy?: StatefulSetUpdateStrategy;
  /** A list of claims that pods are allowed to reference. */
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaimInside[];
}

/** Represents the current state of a StatefulSet. */
interface StatefulSetStatus {
  /** Total number of available pods (ready for at least minReadySeconds) targeted by this statefulset. */
  readonly availableReplicas: Int32;
  /** The count of hash collisions for the StatefulSet. */
  readonly collisionCount?: Int32;
  /** Represents the latest available observations of a statefulset's current state. */
  readonly conditions?: readonly StatefulSetCondition[];
  /**
   * The number of Pods created by the StatefulSet controller from the StatefulSet version indicated by currentRevision.
   */
  readonly currentReplicas?: Int32;
  /**
   * currentRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [0,currentReplicas).
   */
  readonly currentRevision?: string;
  /** The most recent generation observed for this StatefulSet. */
  readonly observedGeneration?: Int64;
  /** The number of pods created for this StatefulSet with a Ready Condition. */
  readonly readyReplicas?: Int32;
  /** The number of Pods created by the StatefulSet controller. */
  readonly replicas: Int32;
  /**
   * updateRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [replicas-updatedReplicas,replicas).
   */
  readonly updateRevision?: string;
  /**
   * The number of Pods created by the StatefulSet controller from the StatefulSet version indicated by updateRevision.
   */
  readonly updatedReplicas?: Int32;
}

/** Indicates the strategy that the StatefulSet controller will use to perform updates. */
interface StatefulSetUpdateStrategy {
  /** Used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType. */
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy;
  /** Indicates the type of the StatefulSetUpdateStrategy. */
  readonly type?: string;
}

interface PersistentVolumeClaimInside {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: TemplateMeta;
  readonly spec: PersistentVolumeClaim["spec"];
  readonly status?: NonNullable<PersistentVolumeClaim["status"]>;
}
