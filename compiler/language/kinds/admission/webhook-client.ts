// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { Base64 } from "../field-types.ts";

/** Holds a reference to Service.legacy.k8s.io. */
interface ServiceReference {
  /** The name of the service. */
  readonly name: string;
  /** The namespace of the service. */
  readonly namespace: string;
  /** An optional URL path which will be sent in any request to this service. */
  readonly path?: string;
  /** The port on the service that hosts the webhook. */
  readonly port?: Int32;
}

/** Contains the information to make a TLS connection with the webhook. */
export interface WebhookClientConfig {
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  readonly caBundle?: Base64;
  /** A reference to the service for this webhook. */
  readonly service?: ServiceReference;
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  readonly url?: string;
}
