// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { NodeSelector } from "./pod/affinity.ts";
import type { ObjectReference } from "./references.ts";
import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  CephFSPersistentVolumeSource,
  CinderPersistentVolumeSource,
  FlexPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  RBDPersistentVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from "./volumes/persistent-sources.ts";
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from "./volumes/storage-systems.ts";
import type { HostPathVolumeSource, LocalVolumeSource, NFSVolumeSource } from "./volumes/volume.ts";
import type { QuantityText, Time } from "../field-types.ts";

/**
 * PersistentVolume (PV) is a storage resource provisioned by an administrator.
 *
 * `match: [{ group: "", version: "v1", resource: "persistentvolumes" }]`
 */
export interface PersistentVolume extends KubernetesObject {
  /** Defines a specification of a persistent volume owned by the cluster. */
  readonly spec: PersistentVolumeSpec;
  /** Represents the current information/status for the persistent volume. */
  readonly status?: PersistentVolumeStatus;
}

/** The specification of a persistent volume. */
export interface PersistentVolumeSpec {
  /** Contains all ways the volume can be mounted. */
  readonly accessModes?: readonly ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Represents an Azure Data Disk mount on the host and bind mount to the pod. */
  readonly azureDisk?: AzureDiskVolumeSource;
  /** Represents an Azure File Service mount on the host and bind mount to the pod. */
  readonly azureFile?: AzureFilePersistentVolumeSource;
  /** The description of the persistent volume's resources and capacity. */
  readonly capacity?: { readonly [key: string]: QuantityText };
  /** Represents a Ceph FS mount on the host that shares a pod's lifetime. */
  readonly cephfs?: CephFSPersistentVolumeSource;
  /** Represents a cinder volume attached and mounted on kubelets host machine. */
  readonly cinder?: CinderPersistentVolumeSource;
  /** Part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. */
  readonly claimRef?: ObjectReference;
  /** Represents storage that is handled by an external CSI driver. */
  readonly csi?: CSIPersistentVolumeSource;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly fc?: FCVolumeSource;
  /** Represents a generic volume resource that is provisioned/attached using an exec based plugin. */
  readonly flexVolume?: FlexPersistentVolumeSource;
  /** Represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage. */
  readonly flocker?: FlockerVolumeSource;
  /** Represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Represents a Glusterfs volume that is attached to a host and exposed to the pod. */
  readonly glusterfs?: GlusterfsPersistentVolumeSource;
  /** Represents a directory on the host. */
  readonly hostPath?: HostPathVolumeSource;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly iscsi?: ISCSIPersistentVolumeSource;
  /** Represents directly-attached storage with node affinity. */
  readonly local?: LocalVolumeSource;
  /** The list of mount options, e.g. ["ro", "soft"]. */
  readonly mountOptions?: readonly string[];
  /** Represents an NFS mount on the host. */
  readonly nfs?: NFSVolumeSource;
  /** Defines constraints that limit what nodes this volume can be accessed from. */
  readonly nodeAffinity?: VolumeNodeAffinity;
  /** Defines what happens to a persistent volume when released from its claim. */
  readonly persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** Represents a PhotonController persistent disk attached and mounted on kubelets host machine. */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Represents a portworx volume attached and mounted on kubelets host machine. */
  readonly portworxVolume?: PortworxVolumeSource;
  /** Represents a Quobyte mount on the host that shares a pod's lifetime. */
  readonly quobyte?: QuobyteVolumeSource;
  /** Represents a Rados Block Device mount on the host that shares a pod's lifetime. */
  readonly rbd?: RBDPersistentVolumeSource;
  /** Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. */
  readonly scaleIO?: ScaleIOPersistentVolumeSource;
  /** The name of StorageClass to which this persistent volume belongs. */
  readonly storageClassName?: string;
  /** Represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod. */
  readonly storageos?: StorageOSPersistentVolumeSource;
  /** Name of VolumeAttributesClass to which this persistent volume belongs. */
  readonly volumeAttributesClassName?: string;
  /** Defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. */
  readonly volumeMode?: "Block" | "Filesystem";
  /** Represents a vSphere volume attached and mounted on kubelets host machine. */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

/** The current status of a persistent volume. */
interface PersistentVolumeStatus {
  /**
   * The time the phase transitioned from one to another and automatically resets to current time everytime a volume
   * phase transitions.
   */
  readonly lastPhaseTransitionTime?: Time;
  /** A human-readable message indicating details about why the volume is in this state. */
  readonly message?: string;
  /** Indicates if a volume is available, bound to a claim, or released by a claim. */
  readonly phase?: "Available" | "Bound" | "Failed" | "Pending" | "Released";
  /**
   * A brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.
   */
  readonly reason?: string;
}

/** Defines constraints that limit what nodes this volume can be accessed from. */
interface VolumeNodeAffinity {
  /** Specifies hard node constraints that must be met. */
  readonly required?: NodeSelector;
}
