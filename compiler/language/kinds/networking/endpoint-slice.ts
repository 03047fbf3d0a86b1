// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { ObjectReference } from "../core/references.ts";
import type { MaybeNull } from "../field-types.ts";

/**
 * Represents a set of service endpoints.
 *
 * `match: [{ group: "discovery.k8s.io", version: "v1", resource: "endpointslices" }]`
 */
export interface EndpointSlice extends KubernetesObject {
  /** Specifies the type of address carried by this EndpointSlice. */
  readonly addressType: "FQDN" | "IPv4" | "IPv6";
  /** A list of unique endpoints in this slice. */
  readonly endpoints?: MaybeNull<readonly Endpoint[]>;
  /** Specifies the list of network ports exposed by each endpoint in this slice. */
  readonly ports?: MaybeNull<readonly EndpointPort[]>;
}

/** Represents a single logical "backend" implementing a service. */
interface Endpoint {
  /** Addresses of this endpoint. */
  readonly addresses: readonly string[];
  /** Contains information about the current status of the endpoint. */
  readonly conditions?: EndpointConditions;
  /** Contains topology information part of the v1beta1 API. */
  readonly deprecatedTopology?: { readonly [key: string]: string };
  /** Contains information associated with how an endpoint should be consumed. */
  readonly hints?: EndpointHints;
  /** Hostname of this endpoint. */
  readonly hostname?: string;
  /** Represents the name of the Node hosting this endpoint. */
  readonly nodeName?: string;
  /** A reference to a Kubernetes object that represents this endpoint. */
  readonly targetRef?: ObjectReference;
  /** The name of the Zone this endpoint exists in. */
  readonly zone?: string;
}

/** Represents the current condition of an endpoint. */
interface EndpointConditions {
  /** Indicates that this endpoint is ready to receive traffic, according to whatever system is managing the endpoint. */
  readonly ready?: boolean;
  /** Indicates that this endpoint is able to receive traffic, according to whatever system is managing the endpoint. */
  readonly serving?: boolean;
  /** Indicates that this endpoint is terminating. */
  readonly terminating?: boolean;
}

/** Provides hints describing how an endpoint should be consumed. */
interface EndpointHints {
  /**
   * Indicates the node(s) this endpoint should be consumed by when using topology aware routing. Since Kubernetes 1.33.
   */
  readonly forNodes?: readonly ForNode[];
  /** Indicates the zone(s) this endpoint should be consumed by when using topology aware routing. */
  readonly forZones?: readonly ForZone[];
}

/** Represents a Port used by an EndpointSlice. */
interface EndpointPort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** Represents the name of this port. */
  readonly name?: string;
  /** Represents the port number of the endpoint. */
  readonly port?: Int32;
  /** Represents the IP protocol for this port. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

/** Provides information about which nodes should consume this endpoint. */
interface ForNode {
  /** Represents the name of the node. */
  readonly name: string;
}

/** Provides information about which zones should consume this endpoint. */
interface ForZone {
  /** Represents the name of the zone. */
  readonly name: string;
}
