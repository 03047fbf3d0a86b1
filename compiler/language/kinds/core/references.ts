// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { MaybeNull } from "../field-types.ts";

/** Contains enough information to let you locate the referenced object inside the same namespace. */
export interface LocalObjectReference {
  /** Name of the referent. */
  readonly name?: string;
}

/** Contains enough information to let you inspect or modify the referred object. */
export interface ObjectReference {
  /** API version of the referent. */
  readonly apiVersion?: string;
  /**
   * If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field
   * access statement, such as desiredState.manifest.containers[2].
   */
  readonly fieldPath?: string;
  /** Kind of the referent. */
  readonly kind?: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Namespace of the referent. */
  readonly namespace?: string;
  /** Specific resourceVersion to which this reference is made, if any. */
  readonly resourceVersion?: string;
  /** UID of the referent. */
  readonly uid?: string;
}

/** Represents a Secret Reference. */
export interface SecretReference {
  /** Unique within a namespace to reference a secret resource. */
  readonly name?: string;
  /** Defines the space within which the secret name must be unique. */
  readonly namespace?: string;
}

/** Contains enough information to let you locate the typed referenced object inside the same namespace. */
export interface TypedLocalObjectReference {
  /** The group for the resource being referenced. */
  readonly apiGroup?: MaybeNull<string>;
  /** The type of resource being referenced. */
  readonly kind: string;
  /** The name of resource being referenced. */
  readonly name: string;
}

/** Contains enough information to let you locate the typed referenced object. */
export interface TypedObjectReference {
  /** The group for the resource being referenced. */
  readonly apiGroup?: MaybeNull<string>;
  /** The type of resource being referenced. */
  readonly kind: string;
  /** The name of resource being referenced. */
  readonly name: string;
  /**
   * The namespace of resource being referenced Note that when a namespace is specified, a
   * gateway.networking.k8s.io/ReferenceGrant object is required in the referent namespace to allow that namespace's
   * owner to accept the reference.
   */
  readonly namespace?: string;
}
