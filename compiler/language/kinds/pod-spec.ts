import type { Int32, Int64 } from "../numbers.ts";
import type { Container } from "./container.ts";
import type { QuantityText } from "./json-values.ts";

/** A Pod as it is to run. */
export interface PodSpec {
  /** What runs in it. */
  readonly containers: readonly Container[];
  /** What runs before, one after the other. */
  readonly initContainers?: readonly Container[];
  /** What may be mounted. */
  readonly volumes?: readonly Volume[];
  /** The node it is bound to; absent until then. */
  readonly nodeName?: string;
  /** Labels that its node has to have. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** The taints that it may live with. */
  readonly tolerations?: readonly Toleration[];
  /** Who it is for the API server. */
  readonly serviceAccountName?: string;
  /** Its PriorityClass. */
  readonly priorityClassName?: string;
  /** The higher, the later it is evicted. */
  readonly priority?: Int32;
  /** Whether containers are started again. */
  readonly restartPolicy?: "Always" | "Never" | "OnFailure";
  /** Who places it. */
  readonly schedulerName?: string;
  /** Seconds from the signal to the kill. */
  readonly terminationGracePeriodSeconds?: Int64;
  /** Seconds after which it is ended. */
  readonly activeDeadlineSeconds?: Int64;
  /** Shares the node's network. */
  readonly hostNetwork?: boolean;
  /** Sees the node's processes. */
  readonly hostPID?: boolean;
  /** Its RuntimeClass. */
  readonly runtimeClassName?: string;
}

interface Toleration {
  /** The taint; absent for every one. */
  readonly key?: string;
  /** `Equal` or `Exists`; newer API servers know more. */
  readonly operator?: string;
  /** What the taint's value has to be. */
  readonly value?: string;
  /** The taint's effect; absent for every one. */
  readonly effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** How long `NoExecute` is lived with. */
  readonly tolerationSeconds?: Int64;
}

/** One source is there; those that are not listed are, too, but cannot be read. */
interface Volume {
  /** How containers name it. */
  readonly name: string;
  readonly persistentVolumeClaim?: ClaimVolume;
  readonly configMap?: ConfigMapVolume;
  readonly secret?: SecretVolume;
  readonly emptyDir?: EmptyDirVolume;
  readonly hostPath?: HostPathVolume;
}

interface ClaimVolume {
  /** A PersistentVolumeClaim of the Pod's namespace. */
  readonly claimName: string;
  /** Whether it is only read. */
  readonly readOnly?: boolean;
}

interface ConfigMapVolume {
  /** A ConfigMap of the Pod's namespace. */
  readonly name?: string;
  /** The Pod starts without it. */
  readonly optional?: boolean;
}

interface SecretVolume {
  /** A Secret of the Pod's namespace. */
  readonly secretName?: string;
  /** The Pod starts without it. */
  readonly optional?: boolean;
}

interface EmptyDirVolume {
  /** `""` for the node's disk, `Memory`. */
  readonly medium?: string;
  /** The most it may hold. */
  readonly sizeLimit?: QuantityText;
}

interface HostPathVolume {
  /** On the node. */
  readonly path: string;
}
