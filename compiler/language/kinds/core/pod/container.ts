// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../../numbers.ts";
import type { EnvFromSource, EnvVar } from "./environment.ts";
import type { Lifecycle, Probe } from "./probes.ts";
import type { SecurityContext } from "./security.ts";
import type { QuantityText } from "../../field-types.ts";

/** A single application container that you want to run within a pod. */
export interface Container {
  /** Arguments to the entrypoint. */
  readonly args?: readonly string[];
  /** Entrypoint array. */
  readonly command?: readonly string[];
  /** List of environment variables to set in the container. */
  readonly env?: readonly EnvVar[];
  /** List of sources to populate environment variables in the container. */
  readonly envFrom?: readonly EnvFromSource[];
  /** Container image name. */
  readonly image?: string;
  /** Image pull policy. */
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Actions that the management system should take in response to container lifecycle events. */
  readonly lifecycle?: Lifecycle;
  /** Periodic probe of container liveness. */
  readonly livenessProbe?: Probe;
  /** Name of the container specified as a DNS_LABEL. */
  readonly name: string;
  /** List of ports to expose from the container. */
  readonly ports?: readonly ContainerPort[];
  /** Periodic probe of container service readiness. */
  readonly readinessProbe?: Probe;
  /** Resources resize policy for the container. */
  readonly resizePolicy?: readonly ContainerResizePolicy[];
  /** Compute Resources required by this container. */
  readonly resources?: ResourceRequirements;
  /** Defines the restart behavior of individual containers in a pod. */
  readonly restartPolicy?: string;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Since
   * Kubernetes 1.34.
   */
  readonly restartPolicyRules?: readonly ContainerRestartRule[];
  /** Defines the security options the container should be run with. */
  readonly securityContext?: SecurityContext;
  /** Indicates that the Pod has successfully initialized. */
  readonly startupProbe?: Probe;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  readonly stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  readonly stdinOnce?: boolean;
  /**
   * Path at which the file to which the container's termination message will be written is mounted into the container's
   * filesystem.
   */
  readonly terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  readonly terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  readonly tty?: boolean;
  /** The list of block devices to be used by the container. */
  readonly volumeDevices?: readonly VolumeDevice[];
  /** Pod volumes to mount into the container's filesystem. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** Container's working directory. */
  readonly workingDir?: string;
}

/** Represents a network port in a single container. */
export interface ContainerPort {
  /** Number of port to expose on the pod's IP address. */
  readonly containerPort: Int32;
  /** What host IP to bind the external port to. */
  readonly hostIP?: string;
  /** Number of port to expose on the host. */
  readonly hostPort?: Int32;
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  readonly name?: string;
  /** Protocol for port. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

/** Represents resource resize policy for the container. */
interface ContainerResizePolicy {
  /** Name of the resource to which this resource resize policy applies. */
  readonly resourceName: string;
  /** Restart policy to apply when specified resource is resized. */
  readonly restartPolicy: string;
}

/** Describes how a container exit is handled. */
interface ContainerRestartRule {
  /** Specifies the action taken on a container exit if the requirements are satisfied. */
  readonly action: string;
  /** Represents the exit codes to check on container exits. */
  readonly exitCodes?: ContainerRestartRuleOnExitCodes;
}

/** Describes the condition for handling an exited container based on its exit codes. */
interface ContainerRestartRuleOnExitCodes {
  /** Represents the relationship between the container exit code(s) and the specified values. */
  readonly operator: string;
  /** Specifies the set of values to check for container exit codes. */
  readonly values?: readonly Int32[];
}

/**
 * An EphemeralContainer is a temporary container that you may add to an existing Pod for user-initiated activities such
 * as debugging.
 */
export interface EphemeralContainer {
  /** Arguments to the entrypoint. */
  readonly args?: readonly string[];
  /** Entrypoint array. */
  readonly command?: readonly string[];
  /** List of environment variables to set in the container. */
  readonly env?: readonly EnvVar[];
  /** List of sources to populate environment variables in the container. */
  readonly envFrom?: readonly EnvFromSource[];
  /** Container image name. */
  readonly image?: string;
  /** Image pull policy. */
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Not allowed for ephemeral containers. */
  readonly lifecycle?: Lifecycle;
  /** Probes are not allowed for ephemeral containers. */
  readonly livenessProbe?: Probe;
  /** Name of the ephemeral container specified as a DNS_LABEL. */
  readonly name: string;
  /** Not allowed for ephemeral containers. */
  readonly ports?: readonly ContainerPort[];
  /** Probes are not allowed for ephemeral containers. */
  readonly readinessProbe?: Probe;
  /** Resources resize policy for the container. */
  readonly resizePolicy?: readonly ContainerResizePolicy[];
  /** Not allowed for ephemeral containers. */
  readonly resources?: ResourceRequirements;
  /** Restart policy for the container to manage the restart behavior of each container within a pod. */
  readonly restartPolicy?: string;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Since
   * Kubernetes 1.34.
   */
  readonly restartPolicyRules?: readonly ContainerRestartRule[];
  /** Defines the security options the ephemeral container should be run with. */
  readonly securityContext?: SecurityContext;
  /** Probes are not allowed for ephemeral containers. */
  readonly startupProbe?: Probe;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  readonly stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  readonly stdinOnce?: boolean;
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  readonly targetContainerName?: string;
  /**
   * Path at which the file to which the container's termination message will be written is mounted into the container's
   * filesystem.
   */
  readonly terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  readonly terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  readonly tty?: boolean;
  /** The list of block devices to be used by the container. */
  readonly volumeDevices?: readonly VolumeDevice[];
  /** Pod volumes to mount into the container's filesystem. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** Container's working directory. */
  readonly workingDir?: string;
}

/** References one entry in PodSpec.ResourceClaims. */
interface ResourceClaim {
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  readonly name: string;
  /** The name chosen for a request in the referenced claim. Since Kubernetes 1.31. */
  readonly request?: string;
}

/** Describes the compute resource requirements. */
export interface ResourceRequirements {
  /** Lists the names of resources, defined in spec.resourceClaims, that are used by this container. */
  readonly claims?: readonly ResourceClaim[];
  /** Describes the maximum amount of compute resources allowed. */
  readonly limits?: { readonly [key: string]: QuantityText };
  /** Describes the minimum amount of compute resources required. */
  readonly requests?: { readonly [key: string]: QuantityText };
}

/** Describes a mapping of a raw block device within a container. */
interface VolumeDevice {
  /** The path inside of the container that the device will be mapped to. */
  readonly devicePath: string;
  /** Name must match the name of a persistentVolumeClaim in the pod. */
  readonly name: string;
}

/** Describes a mounting of a Volume within a container. */
export interface VolumeMount {
  /**
   * The list of additional bind mount options to apply when mounting this volume into the container. Since Kubernetes
   * 1.37.
   */
  readonly bindMountOptions?: readonly string[];
  /** Path within the container at which the volume should be mounted. */
  readonly mountPath: string;
  /** Determines how mounts are propagated from the host to container and the other way around. */
  readonly mountPropagation?: "Bidirectional" | "HostToContainer" | "None";
  /** This must match the Name of a Volume. */
  readonly name: string;
  /** Mounted read-only if true, read-write otherwise (false or unspecified). */
  readonly readOnly?: boolean;
  /** Specifies whether read-only mounts should be handled recursively. */
  readonly recursiveReadOnly?: string;
  /** Path within the volume from which the container's volume should be mounted. */
  readonly subPath?: string;
  /** Expanded path within the volume from which the container's volume should be mounted. */
  readonly subPathExpr?: string;
}
