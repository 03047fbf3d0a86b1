// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../../numbers.ts";
import type { LocalObjectReference } from "../references.ts";
import type { MaybeNull } from "../../field-types.ts";

/** Represents a Persistent Disk resource in AWS. */
export interface AWSElasticBlockStoreVolumeSource {
  /** The filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** The partition in the volume that you want to mount. */
  readonly partition?: Int32;
  /** readOnly value true will force the readOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** Unique ID of the persistent disk resource in AWS (Amazon EBS volume). */
  readonly volumeID: string;
}

/** AzureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. */
export interface AzureDiskVolumeSource {
  /** The Host Caching mode. */
  readonly cachingMode?: "None" | "ReadOnly" | "ReadWrite";
  /** The Name of the data disk in the blob storage. */
  readonly diskName: string;
  /** The URI of data disk in the blob storage. */
  readonly diskURI: string;
  /** Filesystem type to mount. */
  readonly fsType?: string;
  /**
   * Kind expected values are Shared: multiple blob disks per storage account Dedicated: single blob disk per storage
   * account Managed: azure managed data disk (only in managed availability set). defaults to shared.
   */
  readonly kind?: "Dedicated" | "Managed" | "Shared";
  /** readOnly Defaults to false (read/write). */
  readonly readOnly?: boolean;
}

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export interface AzureFileVolumeSource {
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** The name of secret that contains Azure Storage Account Name and Key. */
  readonly secretName: string;
  /** The azure share Name. */
  readonly shareName: string;
}

/**
 * Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
 * management or SELinux relabeling.
 */
export interface CephFSVolumeSource {
  /** Required. */
  readonly monitors?: MaybeNull<readonly string[]>;
  /** Optional. */
  readonly path?: string;
  /** Optional. */
  readonly readOnly?: boolean;
  /** Optional. */
  readonly secretFile?: string;
  /** Optional. */
  readonly secretRef?: LocalObjectReference;
  /** optional. */
  readonly user?: string;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** optional: points to a secret object containing parameters used to connect to OpenStack. */
  readonly secretRef?: LocalObjectReference;
  /** volumeID used to identify the volume in cinder. */
  readonly volumeID: string;
}

/** Represents a Fibre Channel volume. */
export interface FCVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Optional. */
  readonly lun?: Int32;
  /** Optional. */
  readonly readOnly?: boolean;
  /** Optional. */
  readonly targetWWNs?: readonly string[];
  /** Wwids Optional. */
  readonly wwids?: readonly string[];
}

/** FlexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin. */
export interface FlexVolumeSource {
  /** The name of the driver to use for this volume. */
  readonly driver: string;
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Optional: this field holds extra command options if any. */
  readonly options?: { readonly [key: string]: string };
  /** Optional: defaults to false (read/write). */
  readonly readOnly?: boolean;
  /**
   * Optional: secretRef is reference to the secret object containing sensitive information to pass to the plugin
   * scripts.
   */
  readonly secretRef?: LocalObjectReference;
}

/** Represents a Flocker volume mounted by the Flocker agent. */
export interface FlockerVolumeSource {
  /** Name of the dataset stored as metadata -> name on the dataset for Flocker should be considered as deprecated. */
  readonly datasetName?: string;
  /** The UUID of the dataset. */
  readonly datasetUUID?: string;
}

/** Represents a Persistent Disk resource in Google Compute Engine. */
export interface GCEPersistentDiskVolumeSource {
  /** Filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** The partition in the volume that you want to mount. */
  readonly partition?: Int32;
  /** Unique name of the PD resource in GCE. */
  readonly pdName: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
}

/** Represents a volume that is populated with the contents of a git repository. */
export interface GitRepoVolumeSource {
  /** The target directory name. */
  readonly directory?: string;
  /** The URL. */
  readonly repository: string;
  /** The commit hash for the specified revision. */
  readonly revision?: string;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsVolumeSource {
  /** The endpoint name that details Glusterfs topology. */
  readonly endpoints: string;
  /** The Glusterfs volume path. */
  readonly path: string;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
}

/** Represents an ISCSI disk. */
export interface ISCSIVolumeSource {
  /** Defines whether support iSCSI Discovery CHAP authentication. */
  readonly chapAuthDiscovery?: boolean;
  /** Defines whether support iSCSI Session CHAP authentication. */
  readonly chapAuthSession?: boolean;
  /** The filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** The custom iSCSI Initiator Name. */
  readonly initiatorName?: string;
  /** The target iSCSI Qualified Name. */
  readonly iqn: string;
  /** The interface Name that uses an iSCSI transport. */
  readonly iscsiInterface?: string;
  /** Represents iSCSI Target Lun number. */
  readonly lun: Int32;
  /** The iSCSI Target Portal List. */
  readonly portals?: readonly string[];
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** The CHAP Secret for iSCSI target and initiator authentication. */
  readonly secretRef?: LocalObjectReference;
  /** iSCSI Target Portal. */
  readonly targetPortal: string;
}

/** Represents a Photon Controller persistent disk resource. */
export interface PhotonPersistentDiskVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** The ID that identifies Photon Controller persistent disk. */
  readonly pdID: string;
}

/** Represents a Portworx volume resource. */
export interface PortworxVolumeSource {
  /** Represents the filesystem type to mount Must be a filesystem type supported by the host operating system. */
  readonly fsType?: string;
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** volumeID uniquely identifies a Portworx volume. */
  readonly volumeID: string;
}

/** Represents a Quobyte mount that lasts the lifetime of a pod. */
export interface QuobyteVolumeSource {
  /** Group to map volume access to Default is no group. */
  readonly group?: string;
  /** readOnly here will force the Quobyte volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
  /**
   * Represents a single or multiple Quobyte Registry services specified as a string as host:port pair (multiple entries
   * are separated with commas) which acts as the central registry for volumes.
   */
  readonly registry: string;
  /**
   * Tenant owning the given Quobyte volume in the Backend Used with dynamically provisioned Quobyte volumes, value is
   * set by the plugin.
   */
  readonly tenant?: string;
  /** User to map volume access to Defaults to serivceaccount user. */
  readonly user?: string;
  /** A string that references an already created Quobyte volume by name. */
  readonly volume: string;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDVolumeSource {
  /** The filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** The rados image name. */
  readonly image: string;
  /** The path to key ring for RBDUser. */
  readonly keyring?: string;
  /** A collection of Ceph monitors. */
  readonly monitors?: MaybeNull<readonly string[]>;
  /** The rados pool name. */
  readonly pool?: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** Name of the authentication secret for RBDUser. */
  readonly secretRef?: LocalObjectReference;
  /** The rados user name. */
  readonly user?: string;
}

/** Represents a persistent ScaleIO volume. */
export interface ScaleIOVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** The host address of the ScaleIO API Gateway. */
  readonly gateway: string;
  /** The name of the ScaleIO Protection Domain for the configured storage. */
  readonly protectionDomain?: string;
  /** readOnly Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** References to the secret for ScaleIO user and other sensitive information. */
  readonly secretRef?: MaybeNull<LocalObjectReference>;
  /** sslEnabled Flag enable/disable SSL communication with Gateway, default false. */
  readonly sslEnabled?: boolean;
  /** Indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. */
  readonly storageMode?: string;
  /** The ScaleIO Storage Pool associated with the protection domain. */
  readonly storagePool?: string;
  /** The name of the storage system as configured in ScaleIO. */
  readonly system: string;
  /** The name of a volume already created in the ScaleIO system that is associated with this volume source. */
  readonly volumeName?: string;
}

/** Represents a StorageOS persistent volume resource. */
export interface StorageOSVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** Specifies the secret to use for obtaining the StorageOS API credentials. */
  readonly secretRef?: LocalObjectReference;
  /** The human-readable name of the StorageOS volume. */
  readonly volumeName?: string;
  /** Specifies the scope of the volume within StorageOS. */
  readonly volumeNamespace?: string;
}

/** Represents a vSphere volume resource. */
export interface VsphereVirtualDiskVolumeSource {
  /** Filesystem type to mount. */
  readonly fsType?: string;
  /** The storage Policy Based Management (SPBM) profile ID associated with the StoragePolicyName. */
  readonly storagePolicyID?: string;
  /** The storage Policy Based Management (SPBM) profile name. */
  readonly storagePolicyName?: string;
  /** The path that identifies vSphere volume vmdk. */
  readonly volumePath: string;
}
