// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type { PersistentVolumeClaimSpec } from "../persistent-volume-claim.ts";
import type { LocalObjectReference } from "../references.ts";
import type { DownwardAPIVolumeSource, KeyToPath, ProjectedVolumeSource } from "./projected.ts";
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CephFSVolumeSource,
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GitRepoVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from "./storage-systems.ts";
import type { QuantityText } from "../../field-types.ts";
import type { TemplateMeta } from "../../meta.ts";

/** Represents a source location of a volume to mount, managed by an external CSI driver. */
interface CSIVolumeSource {
  /** The name of the CSI driver that handles this volume. */
  readonly driver: string;
  /** fsType to mount. */
  readonly fsType?: string;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  readonly nodePublishSecretRef?: LocalObjectReference;
  /** Specifies a read-only configuration for the volume. */
  readonly readOnly?: boolean;
  /** Stores driver-specific properties that are passed to the CSI driver. */
  readonly volumeAttributes?: { readonly [key: string]: string };
}

/** Adapts a ConfigMap into a volume. */
interface ConfigMapVolumeSource {
  /** optional: mode bits used to set permissions on created files by default. */
  readonly defaultMode?: Int32;
  /** Optional. Since Kubernetes 1.37. */
  readonly defaultUser?: Int64;
  /**
   * Items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Name of the referent. */
  readonly name?: string;
  /** Optional specify whether the ConfigMap or its keys must be defined. */
  readonly optional?: boolean;
}

/** Represents an empty directory for a pod. */
interface EmptyDirVolumeSource {
  /** Represents what type of storage medium should back this directory. */
  readonly medium?: string;
  /**
   * Specifies the permission bits for the emptyDir directory, in numeric notation (e.g., 0755, 01777). Since Kubernetes
   * 1.37.
   */
  readonly mode?: Int32;
  /** The total amount of local storage required for this EmptyDir volume. */
  readonly sizeLimit?: QuantityText;
}

/** Represents an ephemeral volume that is handled by a normal storage driver. */
interface EphemeralVolumeSource {
  /** Will be used to create a stand-alone PVC to provision the volume. */
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** Represents a host path mapped into a pod. */
export interface HostPathVolumeSource {
  /** Path of the directory on the host. */
  readonly path: string;
  /** Type for HostPath Volume Defaults to "" More info: https://kubernetes.io/docs/concepts/storage/volumes#hostpath. */
  readonly type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket";
}

/** Represents a image volume resource. */
interface ImageVolumeSource {
  /** Policy for pulling OCI objects. */
  readonly pullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Required. */
  readonly reference?: string;
}

/** Local represents directly-attached storage with node affinity. */
export interface LocalVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Path of the full path to the volume on the node. */
  readonly path: string;
}

/** Represents an NFS mount that lasts the lifetime of a pod. */
export interface NFSVolumeSource {
  /** Path that is exported by the NFS server. */
  readonly path: string;
  /** readOnly here will force the NFS export to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
  /** The hostname or IP address of the NFS server. */
  readonly server: string;
}

/** Used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource. */
interface PersistentVolumeClaimTemplate {
  /** May contain labels and annotations that will be copied into the PVC when creating it. */
  readonly metadata?: TemplateMeta;
  /** The specification for the PersistentVolumeClaim. */
  readonly spec: PersistentVolumeClaimSpec;
}

/** References the user's PVC in the same namespace. */
interface PersistentVolumeClaimVolumeSource {
  /** The name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  readonly claimName: string;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
}

/** Adapts a Secret into a volume. */
interface SecretVolumeSource {
  /** Optional: mode bits used to set permissions on created files by default. */
  readonly defaultMode?: Int32;
  /** Optional. Since Kubernetes 1.37. */
  readonly defaultUser?: Int64;
  /**
   * Items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Optional field specify whether the Secret or its keys must be defined. */
  readonly optional?: boolean;
  /** The name of the secret in the pod's namespace to use. */
  readonly secretName?: string;
}

/** Represents a named volume in a pod that may be accessed by any container in the pod. */
export interface Volume {
  /** Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Represents an Azure Data Disk mount on the host and bind mount to the pod. */
  readonly azureDisk?: AzureDiskVolumeSource;
  /** Represents an Azure File Service mount on the host and bind mount to the pod. */
  readonly azureFile?: AzureFileVolumeSource;
  /** Represents a Ceph FS mount on the host that shares a pod's lifetime. */
  readonly cephfs?: CephFSVolumeSource;
  /** Represents a cinder volume attached and mounted on kubelets host machine. */
  readonly cinder?: CinderVolumeSource;
  /** Represents a configMap that should populate this volume. */
  readonly configMap?: ConfigMapVolumeSource;
  /** Csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers. */
  readonly csi?: CSIVolumeSource;
  /** Represents downward API about the pod that should populate this volume. */
  readonly downwardAPI?: DownwardAPIVolumeSource;
  /** Represents a temporary directory that shares a pod's lifetime. */
  readonly emptyDir?: EmptyDirVolumeSource;
  /** Represents a volume that is handled by a cluster storage driver. */
  readonly ephemeral?: EphemeralVolumeSource;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly fc?: FCVolumeSource;
  /** Represents a generic volume resource that is provisioned/attached using an exec based plugin. */
  readonly flexVolume?: FlexVolumeSource;
  /** Represents a Flocker volume attached to a kubelet's host machine. */
  readonly flocker?: FlockerVolumeSource;
  /** Represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Represents a git repository at a particular revision. */
  readonly gitRepo?: GitRepoVolumeSource;
  /** Represents a Glusterfs mount on the host that shares a pod's lifetime. */
  readonly glusterfs?: GlusterfsVolumeSource;
  /** Represents a pre-existing file or directory on the host machine that is directly exposed to the container. */
  readonly hostPath?: HostPathVolumeSource;
  /**
   * Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. Since
   * Kubernetes 1.31.
   */
  readonly image?: ImageVolumeSource;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  readonly iscsi?: ISCSIVolumeSource;
  /** Name of the volume. */
  readonly name: string;
  /**
   * Represents an NFS mount on the host that shares a pod's lifetime More info:
   * https://kubernetes.io/docs/concepts/storage/volumes#nfs.
   */
  readonly nfs?: NFSVolumeSource;
  /** persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace. */
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** Represents a PhotonController persistent disk attached and mounted on kubelets host machine. */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Represents a portworx volume attached and mounted on kubelets host machine. */
  readonly portworxVolume?: PortworxVolumeSource;
  /** Items for all in one resources secrets, configmaps, and downward API. */
  readonly projected?: ProjectedVolumeSource;
  /** Represents a Quobyte mount on the host that shares a pod's lifetime. */
  readonly quobyte?: QuobyteVolumeSource;
  /** Represents a Rados Block Device mount on the host that shares a pod's lifetime. */
  readonly rbd?: RBDVolumeSource;
  /** Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. */
  readonly scaleIO?: ScaleIOVolumeSource;
  /** Represents a secret that should populate this volume. */
  readonly secret?: SecretVolumeSource;
  /** Represents a StorageOS volume attached and mounted on Kubernetes nodes. */
  readonly storageos?: StorageOSVolumeSource;
  /** Represents a vSphere volume attached and mounted on kubelets host machine. */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource;
}
