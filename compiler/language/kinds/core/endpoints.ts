// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { ObjectReference } from "./references.ts";

/**
 * A collection of endpoints that implement the actual service.
 *
 * `match: [{ group: "", version: "v1", resource: "endpoints" }]`
 */
export interface Endpoints extends KubernetesObject {
  /** The set of all endpoints is the union of all subsets. */
  readonly subsets?: readonly EndpointSubset[];
}

/** A tuple that describes single IP address. */
interface EndpointAddress {
  /** The Hostname of this endpoint. */
  readonly hostname?: string;
  /** The IP of this endpoint. */
  readonly ip: string;
  /** Node hosting this endpoint. */
  readonly nodeName?: string;
  /** Reference to object providing the endpoint. */
  readonly targetRef?: ObjectReference;
}

/** A tuple that describes a single port. */
interface EndpointPort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** The name of this port. */
  readonly name?: string;
  /** The port number of the endpoint. */
  readonly port: Int32;
  /** The IP protocol for this port. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

/** A group of addresses with a common set of ports. */
interface EndpointSubset {
  /** IP addresses which offer the related ports that are marked as ready. */
  readonly addresses?: readonly EndpointAddress[];
  /**
   * IP addresses which offer the related ports but are not currently marked as ready because they have not yet finished
   * starting, have recently failed a readiness check, or have recently failed a liveness check.
   */
  readonly notReadyAddresses?: readonly EndpointAddress[];
  /** Port numbers available on the related IP addresses. */
  readonly ports?: readonly EndpointPort[];
}
