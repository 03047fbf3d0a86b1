import type { Int32 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { StandardCondition, IntOrString } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "services" }]` */
export interface Service extends KubernetesObject {
  readonly spec?: ServiceSpec;
  readonly status?: ServiceStatus;
}

interface ServiceSpec {
  /** From where it can be reached. */
  readonly type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";
  /** Its address in the cluster; `None` for a headless one. */
  readonly clusterIP?: string;
  /** All addresses in the cluster. */
  readonly clusterIPs?: readonly string[];
  /** Addresses outside, which somebody else routes here. */
  readonly externalIPs?: readonly string[];
  /** The name that an `ExternalName` stands for. */
  readonly externalName?: string;
  /** Which nodes take traffic from outside. */
  readonly externalTrafficPolicy?: "Cluster" | "Local";
  /** Who makes the load balancer. */
  readonly loadBalancerClass?: string;
  /** Who may reach the load balancer. */
  readonly loadBalancerSourceRanges?: readonly string[];
  /** Where it listens. */
  readonly ports?: readonly ServicePort[];
  /** Labels of the Pods that serve; absent where somebody else manages the endpoints. */
  readonly selector?: Readonly<Record<string, string>>;
}

interface ServicePort {
  /** Name of the port. */
  readonly name?: string;
  /** The transport. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
  /** Where the Service listens. */
  readonly port: Int32;
  /** Where the Pods listen: a number, or the name of a port of theirs. */
  readonly targetPort?: IntOrString;
  /** Where every node listens. */
  readonly nodePort?: Int32;
  /** What is spoken over it. */
  readonly appProtocol?: string;
}

interface ServiceStatus {
  /** What the load balancer has become. */
  readonly loadBalancer?: LoadBalancerStatus;
  /** What its controllers say. */
  readonly conditions?: readonly StandardCondition[];
}

interface LoadBalancerStatus {
  /** Where it can be reached; empty until there is one. */
  readonly ingress?: readonly LoadBalancerIngress[];
}

export interface LoadBalancerIngress {
  /** Its address. */
  readonly ip?: string;
  /** Its name in DNS. */
  readonly hostname?: string;
}
