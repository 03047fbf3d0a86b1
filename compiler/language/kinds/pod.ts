import type { Int32 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { Condition, Time, MaybeNull } from "./field-types.ts";
import type { PodSpec } from "./pod-spec.ts";

/** `match: [{ group: "", version: "v1", resource: "pods" }]` */
export interface Pod extends KubernetesObject {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

interface PodStatus {
  /** `Succeeded` and `Failed` are for good. */
  readonly phase?: "Failed" | "Pending" | "Running" | "Succeeded" | "Unknown";
  /** Why, in one word: `Evicted`. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
  /** `Ready`, `PodScheduled`, `DisruptionTarget` and the like. */
  readonly conditions?: readonly PodCondition[];
  /** The containers as they run. */
  readonly containerStatuses?: readonly ContainerStatus[];
  /** The init containers as they ran. */
  readonly initContainerStatuses?: readonly ContainerStatus[];
  /** Address of the node. */
  readonly hostIP?: string;
  /** Address of the Pod. */
  readonly podIP?: string;
  /** Who goes first when a node runs out of memory. */
  readonly qosClass?: "BestEffort" | "Burstable" | "Guaranteed";
  /** When the kubelet took it. */
  readonly startTime?: Time;
}

interface PodCondition extends Condition {
  /** When it was looked at last. */
  readonly lastProbeTime?: MaybeNull<Time>;
}

interface ContainerStatus {
  /** Name of the container. */
  readonly name: string;
  /** Whether it takes traffic. */
  readonly ready: boolean;
  /** How often it was restarted. */
  readonly restartCount: Int32;
  /** The image that runs. */
  readonly image: string;
  /** Whether it has started, its startup probe included. */
  readonly started?: boolean;
  /** One of the three is there. */
  readonly state?: ContainerState;
}

interface ContainerState {
  readonly running?: ContainerRunning;
  readonly terminated?: ContainerTerminated;
  readonly waiting?: ContainerWaiting;
}

interface ContainerRunning {
  /** Since when. */
  readonly startedAt?: MaybeNull<Time>;
}

interface ContainerTerminated {
  /** What it ended with. */
  readonly exitCode: Int32;
  /** Why, in one word: `OOMKilled`. */
  readonly reason?: string;
  /** When it ended. */
  readonly finishedAt?: MaybeNull<Time>;
}

interface ContainerWaiting {
  /** Why, in one word: `CrashLoopBackOff`. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
}
