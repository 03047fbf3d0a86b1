// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type { Affinity, Toleration, TopologySpreadConstraint } from "./affinity.ts";
import type { Container, EphemeralContainer, ResourceRequirements } from "./container.ts";
import type { PodSecurityContext } from "./security.ts";
import type { LocalObjectReference } from "../references.ts";
import type { Volume } from "../volumes/volume.ts";
import type { MaybeNull, QuantityText } from "../../field-types.ts";
import type { TemplateMeta } from "../../meta.ts";

/** Allows you to specify the responder reacting to an Eviction. */
interface EvictionResponder {
  /** Allows you to identify the responder responding to the Eviction. */
  readonly name: string;
  /** Priority for this responder. */
  readonly priority?: MaybeNull<Int32>;
}

/** Holds the mapping between IP and hostnames that will be injected as an entry in the pod's hosts file. */
interface HostAlias {
  /** Hostnames for the above IP address. */
  readonly hostnames?: readonly string[];
  /** IP address of the host file entry. */
  readonly ip: string;
}

/** Defines the DNS parameters of a pod in addition to those generated from DNSPolicy. */
interface PodDNSConfig {
  /** A list of DNS name server IP addresses. */
  readonly nameservers?: readonly string[];
  /** A list of DNS resolver options. */
  readonly options?: readonly PodDNSConfigOption[];
  /** A list of DNS search domains for host-name lookup. */
  readonly searches?: readonly string[];
}

/** Defines DNS resolver options of a pod. */
interface PodDNSConfigOption {
  /** This DNS resolver option's name. */
  readonly name?: string;
  /** This DNS resolver option's value. */
  readonly value?: string;
}

/** Defines the OS parameters of a pod. */
interface PodOS {
  /** The name of the operating system. */
  readonly name: string;
}

/** Contains the reference to a pod condition. */
interface PodReadinessGate {
  /** Refers to a condition in the pod's condition list with matching type. */
  readonly conditionType: string;
}

/**
 * References exactly one ResourceClaim, either directly or by naming a ResourceClaimTemplate which is then turned into
 * a ResourceClaim for the pod.
 */
interface PodResourceClaim {
  /** Name uniquely identifies this resource claim inside the pod. */
  readonly name: string;
  /** The name of a ResourceClaim object in the same namespace as this pod. Since Kubernetes 1.31. */
  readonly resourceClaimName?: string;
  /** The name of a ResourceClaimTemplate object in the same namespace as this pod. Since Kubernetes 1.31. */
  readonly resourceClaimTemplateName?: string;
}

/** Associated to a Pod to guard its scheduling. */
interface PodSchedulingGate {
  /** Name of the scheduling gate. */
  readonly name: string;
}

/** Identifies the runtime scheduling group instance that a Pod belongs to. */
interface PodSchedulingGroup {
  /** Specifies the name of the standalone PodGroup object that represents the runtime instance of this group. */
  readonly podGroupName?: string;
}

/** A description of a pod. */
export interface PodSpec {
  /**
   * Optional duration in seconds the pod may be active on the node relative to StartTime before the system will
   * actively try to mark it failed and kill associated containers.
   */
  readonly activeDeadlineSeconds?: Int64;
  /** If specified, the pod's scheduling constraints. */
  readonly affinity?: Affinity;
  /** Indicates whether a service account token should be automatically mounted. */
  readonly automountServiceAccountToken?: boolean;
  /** List of containers belonging to the pod. */
  readonly containers: readonly Container[];
  /** Specifies the DNS parameters of a pod. */
  readonly dnsConfig?: PodDNSConfig;
  /** Set DNS policy for the pod. */
  readonly dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None";
  /**
   * Indicates whether information about services should be injected into pod's environment variables, matching the
   * syntax of Docker links.
   */
  readonly enableServiceLinks?: boolean;
  /** List of ephemeral containers run in this pod. */
  readonly ephemeralContainers?: readonly EphemeralContainer[];
  /**
   * evictionResponders reference responders that react to Evictions based on EvictionRequests. Since Kubernetes 1.37.
   */
  readonly evictionResponders?: readonly EvictionResponder[];
  /** An optional list of hosts and IPs that will be injected into the pod's hosts file if specified. */
  readonly hostAliases?: readonly HostAlias[];
  /** Use the host's ipc namespace. */
  readonly hostIPC?: boolean;
  /** Host networking requested for this pod. */
  readonly hostNetwork?: boolean;
  /** Use the host's pid namespace. */
  readonly hostPID?: boolean;
  /** Use the host's user namespace. */
  readonly hostUsers?: boolean;
  /** Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value. */
  readonly hostname?: string;
  /** Specifies an explicit override for the pod's hostname as perceived by the pod. Since Kubernetes 1.34. */
  readonly hostnameOverride?: string;
  /**
   * An optional list of references to secrets in the same namespace to use for pulling any of the images used by this
   * PodSpec.
   */
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  /** List of initialization containers belonging to the pod. */
  readonly initContainers?: readonly Container[];
  /** Indicates in which node this pod is scheduled. */
  readonly nodeName?: string;
  /** A selector which must be true for the pod to fit on a node. */
  readonly nodeSelector?: { readonly [key: string]: string };
  /** Specifies the OS of the containers in the pod. */
  readonly os?: PodOS;
  /** Represents the resource overhead associated with running a pod for a given RuntimeClass. */
  readonly overhead?: { readonly [key: string]: QuantityText };
  /** The Policy for preempting pods with lower priority. */
  readonly preemptionPolicy?: "Never" | "PreemptLowerPriority";
  /** The priority value. */
  readonly priority?: Int32;
  /** If specified, indicates the pod's priority. */
  readonly priorityClassName?: string;
  /** If specified, all readiness gates will be evaluated for pod readiness. */
  readonly readinessGates?: readonly PodReadinessGate[];
  /** Defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. */
  readonly resourceClaims?: readonly PodResourceClaim[];
  /** The total amount of CPU and Memory resources required by all containers in the pod. Since Kubernetes 1.32. */
  readonly resources?: ResourceRequirements;
  /** Restart policy for all containers within the pod. */
  readonly restartPolicy?: "Always" | "Never" | "OnFailure";
  /** Refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod. */
  readonly runtimeClassName?: string;
  /** If specified, the pod will be dispatched by specified scheduler. */
  readonly schedulerName?: string;
  /** An opaque list of values that if specified will block scheduling the pod. */
  readonly schedulingGates?: readonly PodSchedulingGate[];
  /**
   * Provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to. Since Kubernetes
   * 1.36.
   */
  readonly schedulingGroup?: PodSchedulingGroup;
  /** Holds pod-level security attributes and common container settings. */
  readonly securityContext?: PodSecurityContext;
  /** DeprecatedServiceAccount is a deprecated alias for ServiceAccountName. */
  readonly serviceAccount?: string;
  /** The name of the ServiceAccount to use to run this pod. */
  readonly serviceAccountName?: string;
  /** If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). */
  readonly setHostnameAsFQDN?: boolean;
  /** Share a single process namespace between all of the containers in a pod. */
  readonly shareProcessNamespace?: boolean;
  /**
   * If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster
   * domain>".
   */
  readonly subdomain?: string;
  /** Optional duration in seconds the pod needs to terminate gracefully. */
  readonly terminationGracePeriodSeconds?: Int64;
  /** If specified, the pod's tolerations. */
  readonly tolerations?: readonly Toleration[];
  /** Describes how a group of pods ought to spread across topology domains. */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /** List of volumes that can be mounted by containers belonging to the pod. */
  readonly volumes?: readonly Volume[];
}

/** Describes the data a pod should have when created from a template. */
export interface PodTemplateSpec {
  /** Standard object's metadata. */
  readonly metadata?: TemplateMeta;
  /** Specification of the desired behavior of the pod. */
  readonly spec: PodSpec;
}
