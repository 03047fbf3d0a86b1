// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../../numbers.ts";
import type { ObjectReference, SecretReference } from "../references.ts";
import type { MaybeNull } from "../../field-types.ts";

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export interface AzureFilePersistentVolumeSource {
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** The name of secret that contains Azure Storage Account Name and Key. */
  readonly secretName: string;
  /** The namespace of the secret that contains Azure Storage Account Name and Key default is the same as the Pod. */
  readonly secretNamespace?: MaybeNull<string>;
  /** The azure Share Name. */
  readonly shareName: string;
}

/** Represents storage that is managed by an external CSI volume driver. */
export interface CSIPersistentVolumeSource {
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerExpandVolume call.
   */
  readonly controllerExpandSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerPublishVolume and ControllerUnpublishVolume calls.
   */
  readonly controllerPublishSecretRef?: SecretReference;
  /** The name of the driver to use for this volume. */
  readonly driver: string;
  /** fsType to mount. */
  readonly fsType?: string;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeExpandVolume call.
   */
  readonly nodeExpandSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  readonly nodePublishSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeStageVolume and NodeStageVolume and NodeUnstageVolume calls.
   */
  readonly nodeStageSecretRef?: SecretReference;
  /** readOnly value to pass to ControllerPublishVolumeRequest. */
  readonly readOnly?: boolean;
  /** volumeAttributes of the volume to publish. */
  readonly volumeAttributes?: { readonly [key: string]: string };
  /**
   * The unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on all subsequent
   * calls.
   */
  readonly volumeHandle: string;
}

/**
 * Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
 * management or SELinux relabeling.
 */
export interface CephFSPersistentVolumeSource {
  /** Required. */
  readonly monitors?: MaybeNull<readonly string[]>;
  /** Optional. */
  readonly path?: string;
  /** Optional. */
  readonly readOnly?: boolean;
  /** Optional. */
  readonly secretFile?: string;
  /** Optional. */
  readonly secretRef?: SecretReference;
  /** Optional. */
  readonly user?: string;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderPersistentVolumeSource {
  /** fsType Filesystem type to mount. */
  readonly fsType?: string;
  /** Optional. */
  readonly readOnly?: boolean;
  /** Optional: points to a secret object containing parameters used to connect to OpenStack. */
  readonly secretRef?: SecretReference;
  /** volumeID used to identify the volume in cinder. */
  readonly volumeID: string;
}

/** Represents a generic persistent volume resource that is provisioned/attached using an exec based plugin. */
export interface FlexPersistentVolumeSource {
  /** The name of the driver to use for this volume. */
  readonly driver: string;
  /** The Filesystem type to mount. */
  readonly fsType?: string;
  /** Optional: this field holds extra command options if any. */
  readonly options?: { readonly [key: string]: string };
  /** Optional: defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** Optional. */
  readonly secretRef?: SecretReference;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsPersistentVolumeSource {
  /** The endpoint name that details Glusterfs topology. */
  readonly endpoints: string;
  /** The namespace that contains Glusterfs endpoint. */
  readonly endpointsNamespace?: string;
  /** The Glusterfs volume path. */
  readonly path: string;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
}

/** Represents an ISCSI disk. */
export interface ISCSIPersistentVolumeSource {
  /** Defines whether support iSCSI Discovery CHAP authentication. */
  readonly chapAuthDiscovery?: boolean;
  /** Defines whether support iSCSI Session CHAP authentication. */
  readonly chapAuthSession?: boolean;
  /** The filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** The custom iSCSI Initiator Name. */
  readonly initiatorName?: string;
  /** Target iSCSI Qualified Name. */
  readonly iqn: string;
  /** The interface Name that uses an iSCSI transport. */
  readonly iscsiInterface?: string;
  /** iSCSI Target Lun number. */
  readonly lun: Int32;
  /** The iSCSI Target Portal List. */
  readonly portals?: readonly string[];
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** The CHAP Secret for iSCSI target and initiator authentication. */
  readonly secretRef?: SecretReference;
  /** iSCSI Target Portal. */
  readonly targetPortal: string;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDPersistentVolumeSource {
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
  readonly secretRef?: SecretReference;
  /** The rados user name. */
  readonly user?: string;
}

/** Represents a persistent ScaleIO volume. */
export interface ScaleIOPersistentVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** The host address of the ScaleIO API Gateway. */
  readonly gateway: string;
  /** The name of the ScaleIO Protection Domain for the configured storage. */
  readonly protectionDomain?: string;
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** References to the secret for ScaleIO user and other sensitive information. */
  readonly secretRef?: MaybeNull<SecretReference>;
  /** The flag to enable/disable SSL communication with Gateway, default false. */
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
export interface StorageOSPersistentVolumeSource {
  /** The filesystem type to mount. */
  readonly fsType?: string;
  /** Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** Specifies the secret to use for obtaining the StorageOS API credentials. */
  readonly secretRef?: ObjectReference;
  /** The human-readable name of the StorageOS volume. */
  readonly volumeName?: string;
  /** Specifies the scope of the volume within StorageOS. */
  readonly volumeNamespace?: string;
}
