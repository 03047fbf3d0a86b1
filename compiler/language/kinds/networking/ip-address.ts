// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";

/**
 * Represents a single IP of a single IP Family. Since Kubernetes 1.33.
 *
 * `match: [{ group: "networking.k8s.io", version: "v1", resource: "ipaddresses" }]`
 */
export interface IPAddress extends KubernetesObject {
  /** The desired state of the IPAddress. */
  readonly spec: IPAddressSpec;
}

/** IPAddressSpec describe the attributes in an IP Address. */
interface IPAddressSpec {
  /** References the resource that an IPAddress is attached to. */
  readonly parentRef: ParentReference;
}

/** Describes a reference to a parent object. */
interface ParentReference {
  /** The group of the object being referenced. */
  readonly group?: string;
  /** The name of the object being referenced. */
  readonly name: string;
  /** The namespace of the object being referenced. */
  readonly namespace?: string;
  /** The resource of the object being referenced. */
  readonly resource: string;
}
