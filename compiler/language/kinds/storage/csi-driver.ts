// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";

/**
 * Captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "csidrivers" }]`
 */
export interface CSIDriver extends KubernetesObject {
  /** Represents the specification of the CSI Driver. */
  readonly spec: CSIDriverSpec;
}

/** The specification of a CSIDriver. */
interface CSIDriverSpec {
  /**
   * Indicates this CSI volume driver requires an attach operation (because it implements the CSI
   * ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach volume
   * interface which checks the volumeattachment status and waits until the volume is attached before proceeding to
   * mounting.
   */
  readonly attachRequired?: boolean;
  /** Defines if the underlying volume supports changing ownership and permission of the volume before being mounted. */
  readonly fsGroupPolicy?: string;
  /**
   * Specifies the interval between periodic updates of the CSINode allocatable capacity for this driver. Since
   * Kubernetes 1.33.
   */
  readonly nodeAllocatableUpdatePeriodSeconds?: Int64;
  /**
   * Indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.) during mount
   * operations, if set to true.
   */
  readonly podInfoOnMount?: boolean;
  /**
   * Indicates that the CSI driver wants to prevent pod scheduling if the CSI driver on the node is missing. Since
   * Kubernetes 1.36.
   */
  readonly preventPodSchedulingIfMissing?: boolean;
  /**
   * Indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any possible change in the
   * mounted volume.
   */
  readonly requiresRepublish?: boolean;
  /** Specifies if the CSI driver supports "-o context" mount option. */
  readonly seLinuxMount?: boolean;
  /**
   * An opt-in for CSI drivers to indicate that service account tokens should be passed via the Secrets field in
   * NodePublishVolumeRequest instead of the VolumeContext field. Since Kubernetes 1.35.
   */
  readonly serviceAccountTokenInSecrets?: boolean;
  /**
   * Indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the driver
   * deployment will report by creating CSIStorageCapacity objects with capacity information, if set to true.
   */
  readonly storageCapacity?: boolean;
  /**
   * Indicates the CSI driver needs pods' service account tokens it is mounting volume for to do necessary
   * authentication.
   */
  readonly tokenRequests?: readonly TokenRequest[];
  /** Defines what kind of volumes this CSI volume driver supports. */
  readonly volumeLifecycleModes?: readonly string[];
}

/** Contains parameters of a service account token. */
interface TokenRequest {
  /** The intended audience of the token in "TokenRequestSpec". */
  readonly audience: string;
  /** The duration of validity of the token in "TokenRequestSpec". */
  readonly expirationSeconds?: Int64;
}
