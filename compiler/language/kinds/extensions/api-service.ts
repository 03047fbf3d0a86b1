// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { Base64, MaybeNull, Time } from "../field-types.ts";

/**
 * Represents a server for a particular GroupVersion.
 *
 * `match: [{ group: "apiregistration.k8s.io", version: "v1", resource: "apiservices" }]`
 */
export interface APIService extends KubernetesObject {
  /** Contains information for locating and communicating with a server. */
  readonly spec?: APIServiceSpec;
  /** Contains derived information about an API server. */
  readonly status?: APIServiceStatus;
}

/** Describes the state of an APIService at a particular point. */
interface APIServiceCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** The status of the condition. */
  readonly status: string;
  /** The type of the condition. */
  readonly type: string;
}

/** Contains information for locating and communicating with a server. */
interface APIServiceSpec {
  /** A PEM encoded CA bundle which will be used to validate an API server's serving certificate. */
  readonly caBundle?: Base64;
  /** The API group name this server hosts. */
  readonly group?: string;
  /** The priority this group should have at least. */
  readonly groupPriorityMinimum: Int32;
  /** Disables TLS certificate verification when communicating with this server. */
  readonly insecureSkipTLSVerify?: boolean;
  /** A reference to the service for this API server. */
  readonly service?: ServiceReference;
  /** The API version this server hosts. */
  readonly version?: string;
  /** Controls the ordering of this API version inside of its group. */
  readonly versionPriority: Int32;
}

/** Contains derived information about an API server. */
interface APIServiceStatus {
  /** Current service state of apiService. */
  readonly conditions?: readonly APIServiceCondition[];
}

/** Holds a reference to Service.legacy.k8s.io. */
interface ServiceReference {
  /** The name of the service. */
  readonly name?: string;
  /** The namespace of the service. */
  readonly namespace?: string;
  /** If specified, the port on the service that hosting webhook. */
  readonly port?: Int32;
}
