// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type { ObjectFieldSelector, ResourceFieldSelector } from "../pod/environment.ts";
import type { MaybeNull } from "../../field-types.ts";
import type { LabelSelector } from "../../meta.ts";

/** Describes how to select a set of ClusterTrustBundle objects and project their contents into the pod filesystem. */
interface ClusterTrustBundleProjection {
  /** Select all ClusterTrustBundles that match this label selector. */
  readonly labelSelector?: LabelSelector;
  /** Select a single ClusterTrustBundle by object name. */
  readonly name?: string;
  /** If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. */
  readonly optional?: boolean;
  /** Relative path from the volume root to write the bundle. */
  readonly path: string;
  /** Select all ClusterTrustBundles that match this signer name. */
  readonly signerName?: string;
  /** Optional. Since Kubernetes 1.37. */
  readonly user?: Int64;
}

/** Adapts a ConfigMap into a projected volume. */
interface ConfigMapProjection {
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

/** Represents downward API info for projecting into a projected volume. */
interface DownwardAPIProjection {
  /** A list of DownwardAPIVolume file. */
  readonly items?: readonly DownwardAPIVolumeFile[];
}

/** Represents information to create the file containing the pod field. */
interface DownwardAPIVolumeFile {
  /** Required. */
  readonly fieldRef?: ObjectFieldSelector;
  /**
   * Bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a decimal value between
   * 0 and 511.
   */
  readonly mode?: Int32;
  /** Required. */
  readonly path: string;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu
   * and requests.memory) are currently supported.
   */
  readonly resourceFieldRef?: ResourceFieldSelector;
  /** Optional. Since Kubernetes 1.37. */
  readonly user?: Int64;
}

/** Represents a volume containing downward API info. */
export interface DownwardAPIVolumeSource {
  /** Mode bits to use on created files by default. */
  readonly defaultMode?: Int32;
  /** Optional. Since Kubernetes 1.37. */
  readonly defaultUser?: Int64;
  /** A list of downward API volume file. */
  readonly items?: readonly DownwardAPIVolumeFile[];
}

/** Maps a string key to a path within a volume. */
export interface KeyToPath {
  /** The key to project. */
  readonly key: string;
  /** Optional: mode bits used to set permissions on this file. */
  readonly mode?: Int32;
  /** The relative path of the file to map the key to. */
  readonly path: string;
  /** Optional. Since Kubernetes 1.37. */
  readonly user?: Int64;
}

/** Provides a private key and X.509 certificate in the pod filesystem. */
interface PodCertificateProjection {
  /** Write the certificate chain at this path in the projected volume. */
  readonly certificateChainPath?: string;
  /** Write the credential bundle at this path in the projected volume. */
  readonly credentialBundlePath?: string;
  /** Write the key at this path in the projected volume. */
  readonly keyPath?: string;
  /** The type of keypair Kubelet will generate for the pod. */
  readonly keyType: string;
  /** The maximum lifetime permitted for the certificate. */
  readonly maxExpirationSeconds?: Int32;
  /** Kubelet's generated CSRs will be addressed to this signer. */
  readonly signerName: string;
  /** Optional. Since Kubernetes 1.37. */
  readonly user?: Int64;
  /**
   * userAnnotations allow pod authors to pass additional information to the signer implementation. Since Kubernetes
   * 1.35.
   */
  readonly userAnnotations?: { readonly [key: string]: string };
}

/** Represents a projected volume source. */
export interface ProjectedVolumeSource {
  /** The mode bits used to set permissions on created files by default. */
  readonly defaultMode?: Int32;
  /** Optional. Since Kubernetes 1.37. */
  readonly defaultUser?: Int64;
  /** The list of volume projections. */
  readonly sources?: MaybeNull<readonly VolumeProjection[]>;
}

/** Adapts a secret into a projected volume. */
interface SecretProjection {
  /**
   * Items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Name of the referent. */
  readonly name?: string;
  /** Optional field specify whether the Secret or its key must be defined. */
  readonly optional?: boolean;
}

/** Represents a projected service account token volume. */
interface ServiceAccountTokenProjection {
  /** The intended audience of the token. */
  readonly audience?: string;
  /** The requested duration of validity of the service account token. */
  readonly expirationSeconds?: Int64;
  /** The path relative to the mount point of the file to project the token into. */
  readonly path: string;
  /** Optional. Since Kubernetes 1.37. */
  readonly user?: Int64;
}

/** Projection that may be projected along with other supported volume types. */
interface VolumeProjection {
  /** Allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an auto-updating file. */
  readonly clusterTrustBundle?: ClusterTrustBundleProjection;
  /** configMap information about the configMap data to project. */
  readonly configMap?: ConfigMapProjection;
  /** downwardAPI information about the downwardAPI data to project. */
  readonly downwardAPI?: DownwardAPIProjection;
  /**
   * Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a
   * TLS client or server. Since Kubernetes 1.34.
   */
  readonly podCertificate?: PodCertificateProjection;
  /** Secret information about the secret data to project. */
  readonly secret?: SecretProjection;
  /** Information about the serviceAccountToken data to project. */
  readonly serviceAccountToken?: ServiceAccountTokenProjection;
}
