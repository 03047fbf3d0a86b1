// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type {
  HostIP,
  LinuxContainerUser,
  NodeAllocatableResourceClaimStatus,
  PodCondition,
  PodExtendedResourceClaimStatus,
  PodIP,
  PodResourceClaimStatus,
  PodVolumeHealth,
  ResourceHealth,
  VolumeMountStatus,
} from "../pod.ts";
import type { ResourceRequirements } from "./container.ts";
import type { MaybeNull, QuantityText, Time } from "../../field-types.ts";

/** Holds a possible state of container. */
interface ContainerState {
  /** Details about a running container. */
  readonly running?: ContainerStateRunning;
  /** Details about a terminated container. */
  readonly terminated?: ContainerStateTerminated;
  /** Details about a waiting container. */
  readonly waiting?: ContainerStateWaiting;
}

/** A running state of a container. */
interface ContainerStateRunning {
  /** Time at which the container was last (re-)started. */
  readonly startedAt?: MaybeNull<Time>;
}

/** A terminated state of a container. */
interface ContainerStateTerminated {
  /** Container's ID in the format '<type>://<container_id>'. */
  readonly containerID?: string;
  /** Exit status from the last termination of the container. */
  readonly exitCode: Int32;
  /** Time at which the container last terminated. */
  readonly finishedAt?: MaybeNull<Time>;
  /** Message regarding the last termination of the container. */
  readonly message?: string;
  /** (brief) reason from the last termination of the container. */
  readonly reason?: string;
  /** Signal from the last termination of the container. */
  readonly signal?: Int32;
  /** Time at which previous execution of the container started. */
  readonly startedAt?: MaybeNull<Time>;
}

/** A waiting state of a container. */
interface ContainerStateWaiting {
  /** Message regarding why the container is not yet running. */
  readonly message?: string;
  /** (brief) reason the container is not yet running. */
  readonly reason?: string;
}

/** Contains details for the current status of this container. */
export interface ContainerStatus {
  /** Represents the compute resources allocated for this container by the node. */
  readonly allocatedResources?: { readonly [key: string]: QuantityText };
  /** Represents the status of various resources allocated for this Pod. Since Kubernetes 1.31. */
  readonly allocatedResourcesStatus?: readonly ResourceStatus[];
  /** The ID of the container in the format '<type>://<container_id>'. */
  readonly containerID?: string;
  /** The name of container image that the container is running. */
  readonly image: string;
  /** The image ID of the container's image. */
  readonly imageID: string;
  /**
   * LastTerminationState holds the last termination state of the container to help debug container crashes and
   * restarts.
   */
  readonly lastState?: ContainerState;
  /** A DNS_LABEL representing the unique name of the container. */
  readonly name: string;
  /** Specifies whether the container is currently passing its readiness check. */
  readonly ready: boolean;
  /**
   * Represents the compute resource requests and limits that have been successfully enacted on the running container
   * after it has been started or has been successfully resized.
   */
  readonly resources?: ResourceRequirements;
  /** Holds the number of times the container has been restarted. */
  readonly restartCount: Int32;
  /** Indicates whether the container has finished its postStart lifecycle hook and passed its startup probe. */
  readonly started?: boolean;
  /** Holds details about the container's current condition. */
  readonly state?: ContainerState;
  /** Reports the effective stop signal for this container. Since Kubernetes 1.33. */
  readonly stopSignal?:
    | "SIGABRT"
    | "SIGALRM"
    | "SIGBUS"
    | "SIGCHLD"
    | "SIGCLD"
    | "SIGCONT"
    | "SIGFPE"
    | "SIGHUP"
    | "SIGILL"
    | "SIGINT"
    | "SIGIO"
    | "SIGIOT"
    | "SIGKILL"
    | "SIGPIPE"
    | "SIGPOLL"
    | "SIGPROF"
    | "SIGPWR"
    | "SIGQUIT"
    | "SIGRTMAX"
    | "SIGRTMAX-1"
    | "SIGRTMAX-10"
    | "SIGRTMAX-11"
    | "SIGRTMAX-12"
    | "SIGRTMAX-13"
    | "SIGRTMAX-14"
    | "SIGRTMAX-2"
    | "SIGRTMAX-3"
    | "SIGRTMAX-4"
    | "SIGRTMAX-5"
    | "SIGRTMAX-6"
    | "SIGRTMAX-7"
    | "SIGRTMAX-8"
    | "SIGRTMAX-9"
    | "SIGRTMIN"
    | "SIGRTMIN+1"
    | "SIGRTMIN+10"
    | "SIGRTMIN+11"
    | "SIGRTMIN+12"
    | "SIGRTMIN+13"
    | "SIGRTMIN+14"
    | "SIGRTMIN+15"
    | "SIGRTMIN+2"
    | "SIGRTMIN+3"
    | "SIGRTMIN+4"
    | "SIGRTMIN+5"
    | "SIGRTMIN+6"
    | "SIGRTMIN+7"
    | "SIGRTMIN+8"
    | "SIGRTMIN+9"
    | "SIGSEGV"
    | "SIGSTKFLT"
    | "SIGSTOP"
    | "SIGSYS"
    | "SIGTERM"
    | "SIGTRAP"
    | "SIGTSTP"
    | "SIGTTIN"
    | "SIGTTOU"
    | "SIGURG"
    | "SIGUSR1"
    | "SIGUSR2"
    | "SIGVTALRM"
    | "SIGWINCH"
    | "SIGXCPU"
    | "SIGXFSZ";
  /**
   * Represents user identity information initially attached to the first process of the container. Since Kubernetes
   * 1.31.
   */
  readonly user?: ContainerUser;
  /** Status of volume mounts. */
  readonly volumeMounts?: readonly VolumeMountStatus[];
}

/** Represents user identity information. */
interface ContainerUser {
  /** Holds user identity information initially attached to the first process of the containers in Linux. */
  readonly linux?: LinuxContainerUser;
}

/** Represents information about the status of a pod. */
export interface PodStatus {
  /** The total requests allocated for this pod by the node. Since Kubernetes 1.35. */
  readonly allocatedResources?: { readonly [key: string]: QuantityText };
  /** Current service state of pod. */
  readonly conditions?: readonly PodCondition[];
  /** Statuses of containers in this pod. */
  readonly containerStatuses?: readonly ContainerStatus[];
  /** Statuses for any ephemeral containers that have run in this pod. */
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  /** Status of extended resource claim backed by DRA. Since Kubernetes 1.34. */
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** Holds the IP address of the host to which the pod is assigned. */
  readonly hostIP?: string;
  /** Holds the IP addresses allocated to the host. */
  readonly hostIPs?: readonly HostIP[];
  /** Statuses of init containers in this pod. */
  readonly initContainerStatuses?: readonly ContainerStatus[];
  /** A human readable message indicating details about why the pod is in this condition. */
  readonly message?: string;
  /**
   * Contains the status of node-allocatable resources that were allocated for this pod through DRA claims. Since
   * Kubernetes 1.36.
   */
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[];
  /**
   * Set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims
   * receive their graceful termination periods.
   */
  readonly nominatedNodeName?: string;
  /** If set, this represents the .metadata.generation that the pod status was set based upon. Since Kubernetes 1.33. */
  readonly observedGeneration?: Int64;
  /** The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. */
  readonly phase?: "Failed" | "Pending" | "Running" | "Succeeded" | "Unknown";
  /** podIP address allocated to the pod. */
  readonly podIP?: string;
  /** Holds the IP addresses allocated to the pod. */
  readonly podIPs?: readonly PodIP[];
  /**
   * The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass type
   * for available QOS classes More info:
   * https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/#quality-of-service-classes.
   */
  readonly qosClass?: "BestEffort" | "Burstable" | "Guaranteed";
  /** A brief CamelCase message indicating details about why the pod is in this state. e.g. 'Evicted'. */
  readonly reason?: string;
  /** Status of resources resize desired for pod's containers. */
  readonly resize?: string;
  /** Status of resource claims. */
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[];
  /**
   * Represents the compute resource requests and limits that have been applied at the pod level if pod-level requests
   * or limits are set in PodSpec.Resources. Since Kubernetes 1.35.
   */
  readonly resources?: ResourceRequirements;
  /** RFC 3339 date and time at which the object was acknowledged by the Kubelet. */
  readonly startTime?: Time;
  /** Contains node-reported health for each volume the pod is using. Since Kubernetes 1.37. */
  readonly volumeHealth?: readonly PodVolumeHealth[];
}

/** Represents the status of a single resource allocated to a Pod. */
interface ResourceStatus {
  /** Name of the resource. */
  readonly name: string;
  /** List of unique resources health. */
  readonly resources?: readonly ResourceHealth[];
}
