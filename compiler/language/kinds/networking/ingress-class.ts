// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull } from "../field-types.ts";

/**
 * Represents the class of the Ingress, referenced by the Ingress Spec. The
 * `ingressclass.kubernetes.io/is-default-class` annotation can be used to indicate that an IngressClass should be
 * considered default.
 *
 * `match: [{ group: "networking.k8s.io", version: "v1", resource: "ingressclasses" }]`
 */
export interface IngressClass extends KubernetesObject {
  /** The desired state of the IngressClass. */
  readonly spec: IngressClassSpec;
}

/** Identifies an API object. */
interface IngressClassParametersReference {
  /** The group for the resource being referenced. */
  readonly apiGroup?: string;
  /** The type of resource being referenced. */
  readonly kind: string;
  /** The name of resource being referenced. */
  readonly name: string;
  /** The namespace of the resource being referenced. */
  readonly namespace?: string;
  /** Represents if this refers to a cluster or namespace scoped resource. */
  readonly scope?: MaybeNull<string>;
}

/** Provides information about the class of an Ingress. */
interface IngressClassSpec {
  /** Refers to the name of the controller that should handle this class. */
  readonly controller?: string;
  /** A link to a custom resource containing additional configuration for the controller. */
  readonly parameters?: IngressClassParametersReference;
}
