// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { IntOrString } from "../field-types.ts";
import type { Condition } from "../meta.ts";

/**
 * A named abstraction of software service (for example, mysql) consisting of local port (for example 3306) that the
 * proxy listens on, and the selector that determines which pods will answer requests sent through the proxy.
 *
 * `match: [{ group: "", version: "v1", resource: "services" }]`
 */
export interface Service extends KubernetesObject {
  /**
   * Defines the behavior of a service.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status.
   */
  readonly spec: ServiceSpec;
  /** Most recently observed status of the service. */
  readonly status?: ServiceStatus;
}

/** Represents the configurations of Client IP based session affinity. */
interface ClientIPConfig {
  /** Specifies the seconds of ClientIP type session sticky time. */
  readonly timeoutSeconds?: Int32;
}

/**
 * Represents the status of a load-balancer ingress point: traffic intended for the service should be sent to an ingress
 * point.
 */
interface LoadBalancerIngress {
  /** Set for load-balancer ingress points that are DNS based (typically AWS load-balancers). */
  readonly hostname?: string;
  /** Set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers). */
  readonly ip?: string;
  /** Specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified. */
  readonly ipMode?: string;
  /** A list of records of service ports If used, every port defined in the service should have an entry in it. */
  readonly ports?: readonly PortStatus[];
}

/** Represents the status of a load-balancer. */
interface LoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  readonly ingress?: readonly LoadBalancerIngress[];
}

/** Represents the error condition of a service port. */
interface PortStatus {
  /**
   * To record the problem with the service port The format of the error shall comply with the following rules: -
   * built-in error values shall be specified in this file and those shall use CamelCase names.
   */
  readonly error?: string;
  /** The port number of the service port of which status is recorded here. */
  readonly port: Int32;
  /** The protocol of the service port of which status is recorded here The supported values are. */
  readonly protocol: "SCTP" | "TCP" | "UDP";
}

/** Contains information on service's port. */
export interface ServicePort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** The name of this port within the service. */
  readonly name?: string;
  /** The port on each node on which this service is exposed when type is NodePort or LoadBalancer. */
  readonly nodePort?: Int32;
  /** The port that will be exposed by this service. */
  readonly port: Int32;
  /** The IP protocol for this port. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
  /** Number or name of the port to access on the pods targeted by the service. */
  readonly targetPort?: IntOrString;
}

/** Describes the attributes that a user creates on a service. */
interface ServiceSpec {
  /** Defines if NodePorts will be automatically allocated for services with type LoadBalancer. */
  readonly allocateLoadBalancerNodePorts?: boolean;
  /** The IP address of the service and is usually assigned randomly. */
  readonly clusterIP?: string;
  /** A list of IP addresses assigned to this service, and are usually assigned randomly. */
  readonly clusterIPs?: readonly string[];
  /** A list of IP addresses for which nodes in the cluster will also accept traffic for this service. */
  readonly externalIPs?: readonly string[];
  /**
   * The external reference that discovery mechanisms will return as an alias for this service (e.g. a DNS CNAME
   * record).
   */
  readonly externalName?: string;
  /**
   * Describes how nodes distribute service traffic they receive on one of the Service's "externally-facing" addresses
   * (NodePorts, ExternalIPs, and LoadBalancer IPs).
   */
  readonly externalTrafficPolicy?: "Cluster" | "Local";
  /** Specifies the healthcheck nodePort for the service. */
  readonly healthCheckNodePort?: Int32;
  /** Describes how nodes distribute service traffic they receive on the ClusterIP. */
  readonly internalTrafficPolicy?: "Cluster" | "Local";
  /** A list of IP families (e.g. IPv4, IPv6) assigned to this service. */
  readonly ipFamilies?: readonly ("" | "IPv4" | "IPv6")[];
  /** Represents the dual-stack-ness requested or required by this Service. */
  readonly ipFamilyPolicy?: "PreferDualStack" | "RequireDualStack" | "SingleStack";
  /** The class of the load balancer implementation this Service belongs to. */
  readonly loadBalancerClass?: string;
  /** Only applies to Service Type. */
  readonly loadBalancerIP?: string;
  /**
   * If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer
   * will be restricted to the specified client IPs.
   */
  readonly loadBalancerSourceRanges?: readonly string[];
  /** The list of ports that are exposed by this service. */
  readonly ports?: readonly ServicePort[];
  /**
   * Indicates that any agent which deals with endpoints for this Service should disregard any indications of
   * ready/not-ready.
   */
  readonly publishNotReadyAddresses?: boolean;
  /** Route service traffic to pods with label keys and values matching this selector. */
  readonly selector?: { readonly [key: string]: string };
  /** Supports "ClientIP" and "None". */
  readonly sessionAffinity?: "ClientIP" | "None";
  /** Contains the configurations of session affinity. */
  readonly sessionAffinityConfig?: SessionAffinityConfig;
  /** Offers a way to express preferences for how traffic is distributed to Service endpoints. */
  readonly trafficDistribution?: string;
  /** Determines how the Service is exposed. */
  readonly type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";
}

/** Represents the current status of a service. */
interface ServiceStatus {
  /** Current service state. */
  readonly conditions?: readonly Condition[];
  /** Contains the current status of the load-balancer, if one is present. */
  readonly loadBalancer?: LoadBalancerStatus;
}

/** Represents the configurations of session affinity. */
interface SessionAffinityConfig {
  /** Contains the configurations of Client IP based session affinity. */
  readonly clientIP?: ClientIPConfig;
}
