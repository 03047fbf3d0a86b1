import type { Int32, Int64 } from "../numbers.ts";
import type { QuantityText } from "./field-types.ts";
import type { Annotations, Labels } from "../objects.ts";

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

/** What the Pods of a workload are made from. */
export interface PodTemplate {
  readonly metadata?: TemplateMeta;
  readonly spec?: PodSpec;
}

/** `metadata` of what is made from a template: only what its author gives. */
export interface TemplateMeta {
  /** Given to everything that is made. */
  readonly labels?: Labels;
  /** Given to everything that is made. */
  readonly annotations?: Annotations;
  /** Name of a claim template. */
  readonly name?: string;
}

/** One container of a Pod. */
interface Container {
  /** Name of the container. */
  readonly name: string;
  /** What it runs. */
  readonly image?: string;
  /** Instead of the image's entry point. */
  readonly command?: readonly string[];
  /** Arguments of the command. */
  readonly args?: readonly string[];
  /** Environment variables. */
  readonly env?: readonly EnvironmentVariable[];
  /** Where it listens. */
  readonly ports?: readonly ContainerPort[];
  /** What it needs and may use. */
  readonly resources?: Resources;
  /** What it mounts. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** `Always` on an init container: it goes on running beside the others. */
  readonly restartPolicy?: string;
}

interface EnvironmentVariable {
  /** Name of the variable. */
  readonly name: string;
  /** Its value; absent where it comes from somewhere else. */
  readonly value?: string;
}

interface ContainerPort {
  /** Name of the port. */
  readonly name?: string;
  /** Where the container listens. */
  readonly containerPort: Int32;
  /** Where the node listens for it. */
  readonly hostPort?: Int32;
  /** The transport. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

interface Resources {
  /** What it is given at least, by resource. */
  readonly requests?: Readonly<Record<string, QuantityText>>;
  /** What it may use at most. */
  readonly limits?: Readonly<Record<string, QuantityText>>;
}

interface VolumeMount {
  /** The volume. */
  readonly name: string;
  /** Where the container sees it. */
  readonly mountPath: string;
  /** Whether it is only read. */
  readonly readOnly?: boolean;
  /** A part of the volume. */
  readonly subPath?: string;
}
