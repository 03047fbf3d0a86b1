// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Condition } from "../meta.ts";

/**
 * Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64). Since Kubernetes 1.33.
 *
 * `match: [{ group: "networking.k8s.io", version: "v1", resource: "servicecidrs" }]`
 */
export interface ServiceCIDR extends KubernetesObject {
  /** The desired state of the ServiceCIDR. */
  readonly spec?: ServiceCIDRSpec;
  /** Represents the current state of the ServiceCIDR. */
  readonly status?: ServiceCIDRStatus;
}

/** ServiceCIDRSpec define the CIDRs the user wants to use for allocating ClusterIPs for Services. */
interface ServiceCIDRSpec {
  /**
   * Defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service
   * cluster IPs.
   */
  readonly cidrs?: readonly string[];
}

/** Describes the current state of the ServiceCIDR. */
interface ServiceCIDRStatus {
  /** Holds an array of metav1.Condition that describe the state of the ServiceCIDR. */
  readonly conditions?: readonly Condition[];
}
