// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { TypedLocalObjectReference } from "../core/references.ts";

/**
 * A collection of rules that allow inbound connections to reach the endpoints defined by a backend.
 *
 * `match: [{ group: "networking.k8s.io", version: "v1", resource: "ingresses" }]`
 */
export interface Ingress extends KubernetesObject {
  /** The desired state of the Ingress. */
  readonly spec: IngressSpec;
  /** The current state of the Ingress. */
  readonly status?: IngressStatus;
}

/** Associates a path with a backend. */
interface HTTPIngressPath {
  /** Defines the referenced service endpoint to which the traffic will be forwarded to. */
  readonly backend: IngressBackend;
  /** Matched against the path of an incoming request. */
  readonly path?: string;
  /** Determines the interpretation of the path matching. */
  readonly pathType: "Exact" | "ImplementationSpecific" | "Prefix";
}

/** A list of http selectors pointing to backends. */
interface HTTPIngressRuleValue {
  /** A collection of paths that map requests to backends. */
  readonly paths: readonly HTTPIngressPath[];
}

/** Describes all endpoints for a given service and port. */
interface IngressBackend {
  /** An ObjectRef to another Kubernetes resource in the namespace of the Ingress object. */
  readonly resource?: TypedLocalObjectReference;
  /** References a service as a backend. */
  readonly service?: IngressServiceBackend;
}

/** Represents the status of a load-balancer ingress point. */
interface IngressLoadBalancerIngress {
  /** Set for load-balancer ingress points that are DNS based. */
  readonly hostname?: string;
  /** Set for load-balancer ingress points that are IP based. */
  readonly ip?: string;
  /** Provides information about the ports exposed by this LoadBalancer. */
  readonly ports?: readonly IngressPortStatus[];
}

/** Represents the status of a load-balancer. */
interface IngressLoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  readonly ingress?: readonly IngressLoadBalancerIngress[];
}

/** Represents the error condition of a service port. */
interface IngressPortStatus {
  /**
   * To record the problem with the service port The format of the error shall comply with the following rules: -
   * built-in error values shall be specified in this file and those shall use CamelCase names.
   */
  readonly error?: string;
  /** The port number of the ingress port. */
  readonly port: Int32;
  /** The protocol of the ingress port. */
  readonly protocol: "SCTP" | "TCP" | "UDP";
}

/** Represents the rules mapping the paths under a specified host to the related backend services. */
interface IngressRule {
  /** The fully qualified domain name of a network host, as defined by RFC 3986. */
  readonly host?: string;
  /** A HTTP IngressRuleValue, which contains a list of http selectors. */
  readonly http?: HTTPIngressRuleValue;
}

/** References a Kubernetes Service as a Backend. */
interface IngressServiceBackend {
  /** The referenced service. */
  readonly name: string;
  /** Port of the referenced service. */
  readonly port?: ServiceBackendPort;
}

/** Describes the Ingress the user wishes to exist. */
interface IngressSpec {
  /** The backend that should handle requests that don't match any rule. */
  readonly defaultBackend?: IngressBackend;
  /** The name of an IngressClass cluster resource. */
  readonly ingressClassName?: string;
  /** A list of host rules used to configure the Ingress. */
  readonly rules?: readonly IngressRule[];
  /** Represents the TLS configuration. */
  readonly tls?: readonly IngressTLS[];
}

/** IngressStatus describe the current state of the Ingress. */
interface IngressStatus {
  /** Contains the current status of the load-balancer. */
  readonly loadBalancer?: IngressLoadBalancerStatus;
}

/** Describes the transport layer security associated with an ingress. */
interface IngressTLS {
  /** A list of hosts included in the TLS certificate. */
  readonly hosts?: readonly string[];
  /** The name of the secret used to terminate TLS traffic on port 443. */
  readonly secretName?: string;
}

/** The service port being referenced. */
interface ServiceBackendPort {
  /** The name of the port on the Service. */
  readonly name?: string;
  /** The numerical port number (e.g. 80) on the Service. */
  readonly number?: Int32;
}
