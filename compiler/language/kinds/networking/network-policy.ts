// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { IntOrString } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Describes what network traffic is allowed for a set of Pods.
 *
 * `match: [{ group: "networking.k8s.io", version: "v1", resource: "networkpolicies" }]`
 */
export interface NetworkPolicy extends KubernetesObject {
  /** Represents the specification of the desired behavior for this NetworkPolicy. */
  readonly spec: NetworkPolicySpec;
}

/**
 * Describes a particular CIDR (Ex. "192.168.1.0/24","2001:db8::/64") that is allowed to the pods matched by a
 * NetworkPolicySpec's podSelector.
 */
interface IPBlock {
  /** A string representing the IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64". */
  readonly cidr: string;
  /**
   * A slice of CIDRs that should not be included within an IPBlock Valid examples are "192.168.1.0/24" or
   * "2001:db8::/64" Except values will be rejected if they are outside the cidr range.
   */
  readonly except?: readonly string[];
}

/** Describes a particular set of traffic that is allowed out of pods matched by a NetworkPolicySpec's podSelector. */
interface NetworkPolicyEgressRule {
  /** A list of destination ports for outgoing traffic. */
  readonly ports?: readonly NetworkPolicyPort[];
  /** A list of destinations for outgoing traffic of pods selected for this rule. */
  readonly to?: readonly NetworkPolicyPeer[];
}

/** Describes a particular set of traffic that is allowed to the pods matched by a NetworkPolicySpec's podSelector. */
interface NetworkPolicyIngressRule {
  /** A list of sources which should be able to access the pods selected for this rule. */
  readonly from?: readonly NetworkPolicyPeer[];
  /** A list of ports which should be made accessible on the pods selected for this rule. */
  readonly ports?: readonly NetworkPolicyPort[];
}

/** Describes a peer to allow traffic to/from. */
interface NetworkPolicyPeer {
  /** Defines policy on a particular IPBlock. */
  readonly ipBlock?: IPBlock;
  /** Selects namespaces using cluster-scoped labels. */
  readonly namespaceSelector?: LabelSelector;
  /** A label selector which selects pods. */
  readonly podSelector?: LabelSelector;
}

/** Describes a port to allow traffic on. */
interface NetworkPolicyPort {
  /** Indicates that the range of ports from port to endPort if set, inclusive, should be allowed by the policy. */
  readonly endPort?: Int32;
  /** Represents the port on the given protocol. */
  readonly port?: IntOrString;
  /** Represents the protocol (TCP, UDP, or SCTP) which traffic must match. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

/** Provides the specification of a NetworkPolicy. */
interface NetworkPolicySpec {
  /** A list of egress rules to be applied to the selected pods. */
  readonly egress?: readonly NetworkPolicyEgressRule[];
  /** A list of ingress rules to be applied to the selected pods. */
  readonly ingress?: readonly NetworkPolicyIngressRule[];
  /** Selects the pods to which this NetworkPolicy object applies. */
  readonly podSelector: LabelSelector;
  /** A list of rule types that the NetworkPolicy relates to. */
  readonly policyTypes?: readonly ("Egress" | "Ingress")[];
}
