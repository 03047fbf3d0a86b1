import type { KubernetesObject } from "../objects.ts";
import type { TypedLocalObjectReference, TypedObjectReference, SelectorField, Condition, QuantityText } from "./field-types.ts";
import type { AccessMode, VolumeMode } from "./persistent-volume.ts";

/** `match: [{ group: "", version: "v1", resource: "persistentvolumeclaims" }]` */
export interface PersistentVolumeClaim extends KubernetesObject {
  readonly spec?: PersistentVolumeClaimSpec;
  readonly status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimSpec {
  /** How the volume may be mounted. */
  readonly accessModes?: readonly AccessMode[];
  /** What the volume is filled from: a snapshot or another claim. */
  readonly dataSource?: TypedLocalObjectReference;
  /** The same, of any kind. */
  readonly dataSourceRef?: TypedObjectReference;
  /** How much is asked for. */
  readonly resources?: VolumeResources;
  /** Which volumes may be bound. */
  readonly selector?: SelectorField;
  /** The StorageClass; `""` asks for a volume without one. */
  readonly storageClassName?: string;
  /** The VolumeAttributesClass. */
  readonly volumeAttributesClassName?: string;
  /** A file system or a raw device. */
  readonly volumeMode?: VolumeMode;
  /** The PersistentVolume that is bound, or is to be. */
  readonly volumeName?: string;
}

interface VolumeResources {
  /** `storage`: the least that will do. */
  readonly requests?: Readonly<Record<string, QuantityText>>;
  /** `storage`: the most that may be given. */
  readonly limits?: Readonly<Record<string, QuantityText>>;
}

interface PersistentVolumeClaimStatus {
  /** `Lost`: its volume does not exist any more. */
  readonly phase?: "Bound" | "Lost" | "Pending";
  /** How the bound volume may be mounted. */
  readonly accessModes?: readonly AccessMode[];
  /** `storage`: what the bound volume has. */
  readonly capacity?: Readonly<Record<string, QuantityText>>;
  /** Resizing, and the like. */
  readonly conditions?: readonly Condition[];
}
