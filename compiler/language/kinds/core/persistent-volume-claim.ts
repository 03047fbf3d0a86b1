// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { TypedLocalObjectReference, TypedObjectReference } from "./references.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * A user's request for and claim to a persistent volume.
 *
 * `match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }]`
 */
export interface PersistentVolumeClaim extends KubernetesObject {
  /** Defines the desired characteristics of a volume requested by a pod author. */
  readonly spec: PersistentVolumeClaimSpec;
  /** Represents the current information/status of a persistent volume claim. */
  readonly status?: PersistentVolumeClaimStatus;
}

/** Represents the status object of ControllerModifyVolume operation. */
interface ModifyVolumeStatus {
  /** The status of the ControllerModifyVolume operation. */
  readonly status: "InProgress" | "Infeasible" | "Pending";
  /** The name of the VolumeAttributesClass the PVC currently being reconciled. */
  readonly targetVolumeAttributesClassName?: string;
}

/** Contains details about state of pvc. */
interface PersistentVolumeClaimCondition {
  /** The time we probed the condition. */
  readonly lastProbeTime?: MaybeNull<Time>;
  /** The time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** The human-readable message indicating details about last transition. */
  readonly message?: string;
  /**
   * A unique, this should be a short, machine understandable string that gives the reason for condition's last
   * transition.
   */
  readonly reason?: string;
  /** The status of the condition. */
  readonly status: string;
  /** The type of the condition. */
  readonly type: string;
}

/** Describes the common attributes of storage devices and allows a Source for provider-specific attributes. */
export interface PersistentVolumeClaimSpec {
  /** Contains the desired access modes the volume should have. */
  readonly accessModes?: readonly ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** dataSource field can be used to specify either. */
  readonly dataSource?: TypedLocalObjectReference;
  /** Specifies the object from which to populate the volume with data, if a non-empty volume is desired. */
  readonly dataSourceRef?: TypedObjectReference;
  /** Represents the minimum resources the volume should have. */
  readonly resources?: VolumeResourceRequirements;
  /** A label query over volumes to consider for binding. */
  readonly selector?: LabelSelector;
  /** The name of the StorageClass required by the claim. */
  readonly storageClassName?: string;
  /** volumeAttributesClassName may be used to set the VolumeAttributesClass used by this claim. */
  readonly volumeAttributesClassName?: string;
  /** Defines what type of volume is required by the claim. */
  readonly volumeMode?: "Block" | "Filesystem";
  /** The binding reference to the PersistentVolume backing this claim. */
  readonly volumeName?: string;
}

/** The current status of a persistent volume claim. */
interface PersistentVolumeClaimStatus {
  /** Contains the actual access modes the volume backing the PVC has. */
  readonly accessModes?: readonly ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Stores status of resource being resized for the given PVC. */
  readonly allocatedResourceStatuses?: { readonly [key: string]: string };
  /** Tracks the resources allocated to a PVC including its capacity. */
  readonly allocatedResources?: { readonly [key: string]: QuantityText };
  /** Represents the actual resources of the underlying volume. */
  readonly capacity?: { readonly [key: string]: QuantityText };
  /** The current Condition of persistent volume claim. */
  readonly conditions?: readonly PersistentVolumeClaimCondition[];
  /** The current name of the VolumeAttributesClass the PVC is using. */
  readonly currentVolumeAttributesClassName?: string;
  /**
   * Contains the latest controller-reported health information for the volume bound to this claim. Since Kubernetes
   * 1.37.
   */
  readonly healthStatus?: VolumeHealthStatus;
  /** Represents the status object of ControllerModifyVolume operation. */
  readonly modifyVolumeStatus?: ModifyVolumeStatus;
  /** Represents the current phase of PersistentVolumeClaim. */
  readonly phase?: "Bound" | "Lost" | "Pending";
}

/** Represents an adverse health condition reported for a volume. */
export interface VolumeHealthCondition {
  /** A human-readable description. */
  readonly message?: string;
  /** A brief CamelCase machine-parseable reason. */
  readonly reason: string;
  /** The machine-parseable health category. */
  readonly status: "DataLoss" | "Degraded" | "Inaccessible";
}

/** Contains health information for a volume reported by the CSI controller plugin. */
interface VolumeHealthStatus {
  /** Conditions is the set of adverse conditions reported by the CSI controller plugin. */
  readonly healthConditions?: readonly VolumeHealthCondition[];
  /** When the current set of conditions first appeared. */
  readonly lastTransitionTime?: MaybeNull<Time>;
}

/** Describes the storage resource requirements for a volume. */
interface VolumeResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  readonly limits?: { readonly [key: string]: QuantityText };
  /** Describes the minimum amount of compute resources required. */
  readonly requests?: { readonly [key: string]: QuantityText };
}
