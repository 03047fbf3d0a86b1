// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { VolumeHealthCondition } from "./persistent-volume-claim.ts";
import type { PodSpec } from "./pod/pod-spec.ts";
import type { PodStatus } from "./pod/pod-status.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";

/**
 * A collection of containers that can run on a host.
 *
 * `match: [{ group: "", version: "v1", resource: "pods" }]`
 */
export interface Pod extends KubernetesObject {
  /** Specification of the desired behavior of the pod. */
  readonly spec: PodSpec;
  /** Most recently observed status of the pod. */
  readonly status?: PodStatus;
}

/** Has the mapping of container name, extended resource name to the device request name. */
interface ContainerExtendedResourceRequest {
  /** The name of the container requesting resources. */
  readonly containerName: string;
  /** The name of the request in the special ResourceClaim which corresponds to the extended resource. */
  readonly requestName: string;
  /** The name of the extended resource in that container which gets backed by DRA. */
  readonly resourceName: string;
}

/** Represents a single IP address allocated to the host. */
export interface HostIP {
  /** The IP address assigned to the host. */
  readonly ip: string;
}

/** Represents the image-based volume status. */
interface ImageVolumeStatus {
  /** The digest of the image used for this volume. */
  readonly imageRef: string;
}

/** Represents user identity information in Linux containers. */
export interface LinuxContainerUser {
  /** The primary gid initially attached to the first process in the container. */
  readonly gid: Int64;
  /** The supplemental groups initially attached to the first process in the container. */
  readonly supplementalGroups?: readonly Int64[];
  /** The primary uid initially attached to the first process in the container. */
  readonly uid: Int64;
}

/** Describes mapped node allocatable resource allocations. */
interface NodeAllocatableMappedResources {
  /** The name of the resource (e.g., cpu, memory). */
  readonly name: string;
  /** The total node allocatable resource capacity allocated for the claim. */
  readonly quantity?: MaybeNull<QuantityText>;
}

/** Describes auxiliary overhead resource allocations. */
interface NodeAllocatableOverheadResources {
  /** The name of the resource (e.g., cpu, memory). */
  readonly name: string;
  /** The variable overhead quantity applied for each container referencing the claim. */
  readonly perContainer?: QuantityText;
  /** The flat overhead quantity allocated per pod. */
  readonly perPod?: QuantityText;
}

/** Describes the status of node allocatable resources allocated via DRA. */
export interface NodeAllocatableResourceClaimStatus {
  /** Lists the names of all containers in this pod that reference the claim. */
  readonly containers?: readonly string[];
  /**
   * Contains allocations through devices mapped in the device spec's `nodeAllocatableResources[...].mapping` field.
   * Since Kubernetes 1.37.
   */
  readonly mapping?: readonly NodeAllocatableMappedResources[];
  /**
   * Contains allocations through devices mapped in the device spec's `nodeAllocatableResources[...].overhead` field.
   * Since Kubernetes 1.37.
   */
  readonly overhead?: readonly NodeAllocatableOverheadResources[];
  /** The resource claim referenced by the pod that resulted in this node allocatable resource allocation. */
  readonly resourceClaimName: string;
}

/** Contains details for the current condition of this pod. */
export interface PodCondition {
  /** Last time we probed the condition. */
  readonly lastProbeTime?: MaybeNull<Time>;
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /**
   * If set, this represents the .metadata.generation that the pod condition was set based upon. Since Kubernetes 1.33.
   */
  readonly observedGeneration?: Int64;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** The status of the condition. */
  readonly status: string;
  /** The type of the condition. */
  readonly type: string;
}

/** Stored in the PodStatus for the extended resource requests backed by DRA. */
export interface PodExtendedResourceClaimStatus {
  /**
   * Identifies the mapping of <container, extended resource backed by DRA> to device request in the generated
   * ResourceClaim.
   */
  readonly requestMappings?: MaybeNull<readonly ContainerExtendedResourceRequest[]>;
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  readonly resourceClaimName: string;
}

/** Represents a single IP address allocated to the pod. */
export interface PodIP {
  /** The IP address assigned to the pod. */
  readonly ip: string;
}

/** Stored in the PodStatus for each PodResourceClaim which references a ResourceClaimTemplate. */
export interface PodResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the pod. */
  readonly name: string;
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  readonly resourceClaimName?: string;
}

/** Contains health information for a volume used by a pod, reported by the CSI node plugin via the kubelet. */
export interface PodVolumeHealth {
  /** Conditions is the set of adverse conditions reported by the CSI node plugin for this volume on this node. */
  readonly healthConditions?: readonly VolumeHealthCondition[];
  /** When the current set of conditions first appeared. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Matches an entry in pod.spec.volumes. */
  readonly name: string;
}

/** Represents the health of a resource. */
export interface ResourceHealth {
  /** Health of the resource. can be one of. */
  readonly health?: string;
  /** Provides human-readable context for Health (e.g. "ECC error count exceeded threshold"). Since Kubernetes 1.36. */
  readonly message?: string;
  /** The unique identifier of the resource. */
  readonly resourceID: string;
}

/** Shows status of volume mounts. */
export interface VolumeMountStatus {
  /** Corresponds to the original VolumeMount. */
  readonly mountPath: string;
  /** Corresponds to the name of the original VolumeMount. */
  readonly name: string;
  /** Corresponds to the original VolumeMount. */
  readonly readOnly?: boolean;
  /** RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). */
  readonly recursiveReadOnly?: string;
  /** Represents volume-type-specific status about the mounted volume. Since Kubernetes 1.36. */
  readonly volumeStatus?: VolumeStatus;
}

/** Represents the status of a mounted volume. */
interface VolumeStatus {
  /** Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. */
  readonly image?: ImageVolumeStatus;
}
