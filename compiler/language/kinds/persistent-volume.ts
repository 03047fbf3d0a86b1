import type { KubernetesObject } from "../objects.ts";
import type { ObjectReference, QuantityText, Time } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "persistentvolumes" }]` */
export interface PersistentVolume extends KubernetesObject {
  readonly spec?: PersistentVolumeSpec;
  readonly status?: PersistentVolumeStatus;
}

interface PersistentVolumeSpec {
  /** How it may be mounted. */
  readonly accessModes?: readonly AccessMode[];
  /** `storage`: its size. */
  readonly capacity?: Readonly<Record<string, QuantityText>>;
  /** The PersistentVolumeClaim that has it. */
  readonly claimRef?: ObjectReference;
  /** Storage of a CSI driver. */
  readonly csi?: CsiVolumeSource;
  /** A directory of the node. */
  readonly hostPath?: HostPathVolumeSource;
  /** A device or directory of one node. */
  readonly local?: LocalVolumeSource;
  /** Options for mounting. */
  readonly mountOptions?: readonly string[];
  /** An export of an NFS server. */
  readonly nfs?: NfsVolumeSource;
  /** What becomes of the data when the claim goes. */
  readonly persistentVolumeReclaimPolicy?: ReclaimPolicy;
  /** The StorageClass it belongs to. */
  readonly storageClassName?: string;
  /** The VolumeAttributesClass. */
  readonly volumeAttributesClassName?: string;
  /** A file system or a raw device. */
  readonly volumeMode?: VolumeMode;
}

interface CsiVolumeSource {
  /** Name of the driver: `ebs.csi.aws.com`. */
  readonly driver: string;
  /** The driver's own name of the volume. */
  readonly volumeHandle: string;
  /** The file system. */
  readonly fsType?: string;
  /** Whether it is only read. */
  readonly readOnly?: boolean;
  /** What else the driver wants to know. */
  readonly volumeAttributes?: Readonly<Record<string, string>>;
}

interface HostPathVolumeSource {
  /** On the node. */
  readonly path: string;
}

interface LocalVolumeSource {
  /** On the node. */
  readonly path: string;
  /** The file system. */
  readonly fsType?: string;
}

interface NfsVolumeSource {
  /** Name or address of the server. */
  readonly server: string;
  /** What it exports. */
  readonly path: string;
  /** Whether it is only read. */
  readonly readOnly?: boolean;
}

interface PersistentVolumeStatus {
  /** `Released`: its claim is gone, the data is not. */
  readonly phase?: "Available" | "Bound" | "Failed" | "Pending" | "Released";
  /** Why, in one word. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
  /** When `phase` changed last. */
  readonly lastPhaseTransitionTime?: Time;
}

/** Who may mount a volume at the same time, and whether they may write. */
export type AccessMode = "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod";

/** A file system, or a raw device. */
export type VolumeMode = "Block" | "Filesystem";

/** What becomes of the data when the claim goes. */
export type ReclaimPolicy = "Delete" | "Recycle" | "Retain";
