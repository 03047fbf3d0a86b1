// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";

/**
 * A worker node in Kubernetes.
 *
 * `match: [{ group: "", version: "v1", resource: "nodes" }]`
 */
export interface Node extends KubernetesObject {
  /**
   * Defines the behavior of a node.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status.
   */
  readonly spec: NodeSpec;
  /** Most recently observed status of the node. */
  readonly status?: NodeStatus;
}

/** Describes a volume attached to a node. */
interface AttachedVolume {
  /** Represents the device path where the volume should be available. */
  readonly devicePath: string;
  /** Name of the attached volume. */
  readonly name: string;
}

/** Contains the information to reference a ConfigMap as a config source for the Node. */
interface ConfigMapNodeConfigSource {
  /**
   * Declares which key of the referenced ConfigMap corresponds to the KubeletConfiguration structure This field is
   * required in all cases.
   */
  readonly kubeletConfigKey: string;
  /** The metadata.name of the referenced ConfigMap. */
  readonly name: string;
  /** The metadata.namespace of the referenced ConfigMap. */
  readonly namespace: string;
  /** The metadata.ResourceVersion of the referenced ConfigMap. */
  readonly resourceVersion?: string;
  /** The metadata.UID of the referenced ConfigMap. */
  readonly uid?: string;
}

/** Describe a container image. */
interface ContainerImage {
  /**
   * Names by which this image is known. e.g. ["kubernetes.example/hyperkube:v1.0.7",
   * "cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7"].
   */
  readonly names?: MaybeNull<readonly string[]>;
  /** The size of the image in bytes. */
  readonly sizeBytes?: Int64;
}

/** Contains information about a single Daemon endpoint. */
interface DaemonEndpoint {
  /** Port number of the given endpoint. */
  readonly Port: Int32;
}

/** Contains information for the node's address. */
interface NodeAddress {
  /** The node address. */
  readonly address: string;
  /** Node address type, one of Hostname, ExternalIP or InternalIP. */
  readonly type: string;
}

/** Contains condition information for a node. */
interface NodeCondition {
  /** Last time we got an update on a given condition. */
  readonly lastHeartbeatTime?: MaybeNull<Time>;
  /** Last time the condition transit from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Human readable message indicating details about last transition. */
  readonly message?: string;
  /** (brief) reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of node condition. */
  readonly type: string;
}

/** Specifies a source of node configuration. */
interface NodeConfigSource {
  /** A reference to a Node's ConfigMap. */
  readonly configMap?: ConfigMapNodeConfigSource;
}

/** Describes the status of the config assigned by Node.Spec.ConfigSource. */
interface NodeConfigStatus {
  /** Reports the checkpointed config the node is actively using. */
  readonly active?: NodeConfigSource;
  /** Reports the checkpointed config the node will try to use. */
  readonly assigned?: NodeConfigSource;
  /** Describes any problems reconciling the Spec.ConfigSource to the Active config. */
  readonly error?: string;
  /**
   * Reports the checkpointed config the node will fall back to when it encounters an error attempting to use the
   * Assigned config.
   */
  readonly lastKnownGood?: NodeConfigSource;
}

/** Lists ports opened by daemons running on the Node. */
interface NodeDaemonEndpoints {
  /** Endpoint on which Kubelet is listening. */
  readonly kubeletEndpoint?: DaemonEndpoint;
}

/** Describes the set of features implemented by the CRI implementation. */
interface NodeFeatures {
  /** Set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  readonly supplementalGroupsPolicy?: boolean;
}

/** Defines the node-level policies governing preemption for pods on this node. */
interface NodePodPreemptionPolicy {
  /**
   * Lists the owners (e.g., autoscalers, operators, administrators) that have requested to disable scheduler and
   * Kubelet preemption for in-place pod resize on this node.
   */
  readonly disableResizePreemption?: readonly string[];
}

/** A set of runtime handler information. */
interface NodeRuntimeHandler {
  /** Supported features. */
  readonly features?: NodeRuntimeHandlerFeatures;
  /** Runtime handler name. */
  readonly name: string;
}

/** A set of features implemented by the runtime handler. */
interface NodeRuntimeHandlerFeatures {
  /** Set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  readonly recursiveReadOnlyMounts?: boolean;
  /** Set to true if the runtime handler supports UserNamespaces, including for volumes. Since Kubernetes 1.31. */
  readonly userNamespaces?: boolean;
}

/** Describes the attributes that a node is created with. */
interface NodeSpec {
  /** Deprecated. */
  readonly configSource?: NodeConfigSource;
  /** Deprecated. */
  readonly externalID?: string;
  /** Represents the pod IP range assigned to the node. */
  readonly podCIDR?: string;
  /** Represents the IP ranges assigned to the node for usage by Pods on that node. */
  readonly podCIDRs?: readonly string[];
  /** Controls the node-level preemption behaviors for pods on this node. Since Kubernetes 1.37. */
  readonly podPreemptionPolicy?: NodePodPreemptionPolicy;
  /** ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID>. */
  readonly providerID?: string;
  /** If specified, the node's taints. */
  readonly taints?: readonly Taint[];
  /** Controls node schedulability of new pods. */
  readonly unschedulable?: boolean;
}

/** Information about the current status of a node. */
interface NodeStatus {
  /** List of addresses reachable to the node. */
  readonly addresses?: readonly NodeAddress[];
  /** Represents the resources of a node that are available for scheduling. */
  readonly allocatable?: { readonly [key: string]: QuantityText };
  /** Represents the total resources of a node. */
  readonly capacity?: { readonly [key: string]: QuantityText };
  /** An array of current observed node conditions. */
  readonly conditions?: readonly NodeCondition[];
  /** Status of the config assigned to the node via the dynamic Kubelet config feature. */
  readonly config?: NodeConfigStatus;
  /** Endpoints of daemons running on the Node. */
  readonly daemonEndpoints?: NodeDaemonEndpoints;
  /** Represents the features related to feature gates that are declared by the node. Since Kubernetes 1.35. */
  readonly declaredFeatures?: readonly string[];
  /** Describes the set of features implemented by the CRI implementation. Since Kubernetes 1.31. */
  readonly features?: NodeFeatures;
  /** List of container images on this node. */
  readonly images?: readonly ContainerImage[];
  /** Set of ids/uuids to uniquely identify the node. */
  readonly nodeInfo?: NodeSystemInfo;
  /** NodePhase is the recently observed lifecycle phase of the node. */
  readonly phase?: "Pending" | "Running" | "Terminated";
  /** The available runtime handlers. */
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[];
  /** List of volumes that are attached to the node. */
  readonly volumesAttached?: readonly AttachedVolume[];
  /** List of attachable volumes in use (mounted) by the node. */
  readonly volumesInUse?: readonly string[];
}

/** Represents swap memory information. */
interface NodeSwapStatus {
  /** Total amount of swap memory in bytes. */
  readonly capacity?: Int64;
}

/** A set of ids/uuids to uniquely identify the node. */
interface NodeSystemInfo {
  /** The Architecture reported by the node. */
  readonly architecture: string;
  /** Boot ID reported by the node. */
  readonly bootID: string;
  /** ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2). */
  readonly containerRuntimeVersion: string;
  /** Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64). */
  readonly kernelVersion: string;
  /** Deprecated. */
  readonly kubeProxyVersion: string;
  /** Kubelet Version reported by the node. */
  readonly kubeletVersion: string;
  /** MachineID reported by the node. */
  readonly machineID: string;
  /** The Operating System reported by the node. */
  readonly operatingSystem: string;
  /** OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)). */
  readonly osImage: string;
  /** Whether the node is running in a user namespace. Since Kubernetes 1.37. */
  readonly runningInUserNamespace?: boolean;
  /** Swap Info reported by the node. Since Kubernetes 1.33. */
  readonly swap?: NodeSwapStatus;
  /** SystemUUID reported by the node. */
  readonly systemUUID: string;
}

/** The node this Taint is attached to has the "effect" on any pod that does not tolerate the Taint. */
interface Taint {
  /** Required. */
  readonly effect: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** Required. */
  readonly key: string;
  /** Represents the time at which the taint was added. */
  readonly timeAdded?: Time;
  /** The taint value corresponding to the taint key. */
  readonly value?: string;
}
