import type { KubernetesObject } from "../objects.ts";
import type { Condition, QuantityText, Time, MaybeNull } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "nodes" }]` */
export interface Node extends KubernetesObject {
  readonly spec?: NodeSpec;
  readonly status?: NodeStatus;
}

interface NodeSpec {
  /** `kubectl cordon` sets it. */
  readonly unschedulable?: boolean;
  /** What keeps Pods away. */
  readonly taints?: readonly Taint[];
  /** The cloud's own name of the machine. */
  readonly providerID?: string;
  /** Addresses for its Pods. */
  readonly podCIDR?: string;
}

interface Taint {
  /** Name of the taint. */
  readonly key: string;
  /** What it does to Pods that do not tolerate it. */
  readonly effect: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** What tolerations may ask for. */
  readonly value?: string;
  /** Since when, for `NoExecute`. */
  readonly timeAdded?: Time;
}

interface NodeStatus {
  /** What it has, by resource. */
  readonly capacity?: Readonly<Record<string, QuantityText>>;
  /** What Pods may use of it. */
  readonly allocatable?: Readonly<Record<string, QuantityText>>;
  /** `Ready`, and what is wrong with it. */
  readonly conditions?: readonly NodeCondition[];
  /** Where it can be reached. */
  readonly addresses?: readonly NodeAddress[];
  /** Who it is and what it runs. */
  readonly nodeInfo?: NodeInfo;
  /** Volumes that its Pods have mounted, as the attach controller names them. */
  readonly volumesInUse?: readonly string[];
}

interface NodeCondition extends Condition {
  /** When the node was heard of last. */
  readonly lastHeartbeatTime?: MaybeNull<Time>;
}

interface NodeAddress {
  /** `InternalIP`, `ExternalIP`, `Hostname` and the like. */
  readonly type: string;
  /** Address or name. */
  readonly address: string;
}

interface NodeInfo {
  /** `amd64`, `arm64` and the like. */
  readonly architecture: string;
  /** `linux` or `windows`. */
  readonly operatingSystem: string;
  /** Name and version of the operating system. */
  readonly osImage: string;
  /** Version of the kernel. */
  readonly kernelVersion: string;
  /** Version of the kubelet. */
  readonly kubeletVersion: string;
  /** Name and version of the container runtime. */
  readonly containerRuntimeVersion: string;
  /** Of the machine. */
  readonly machineID: string;
}
