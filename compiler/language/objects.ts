import type { Int64 } from "./numbers.ts";

/** An entry of `metadata.ownerReferences`. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** `metadata` of any object. The API server enforces these types, for custom resources too. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string;
  readonly uid: string;
  /** RFC 3339 text, such as `2026-11-03T12:00:00Z`. */
  readonly creationTimestamp: string;
  /** RFC 3339 text. Present once the deletion has begun. */
  readonly deletionTimestamp?: string;
  readonly labels?: Labels;
  readonly annotations?: Annotations;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** The prefix from which the API server generated the name, if it did. */
  readonly generateName?: string;
  /** Changes with each write. */
  readonly resourceVersion?: string;
  /** A counter of changes to `spec`, for kinds that have one. */
  readonly generation?: Int64;
  /** Grace period in seconds. Present once the deletion has begun. */
  readonly deletionGracePeriodSeconds?: Int64;
  /** Which manager wrote which fields. */
  readonly managedFields?: readonly ManagedFields[];
}

/** The fields that one manager wrote. */
export interface ManagedFields {
  readonly manager?: string;
  /** `Apply` or `Update`. */
  readonly operation?: string;
  /** The API version that the field names belong to. */
  readonly apiVersion?: string;
  /** RFC 3339 text. */
  readonly time?: string;
  readonly fieldsType?: string;
  /** A tree of field names, with keys such as `f:metadata`. */
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
  readonly subresource?: string;
}

/** Labels by key. An absent key reads as `undefined`. */
export type Labels = Readonly<Record<string, string>>;
/** Annotations by key. An absent key reads as `undefined`. */
export type Annotations = Readonly<Record<string, string>>;

/** Any Kubernetes object, with the fields that all kinds have. Extend it to declare fields of your kind. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** The Namespace of the object, with the fields that the API server shows to policies. */
export interface NamespaceObject {
  readonly metadata: NamespaceMeta;
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: {
    /** `Active` or `Terminating`. */
    readonly phase?: string;
    readonly conditions?: readonly NamespaceCondition[];
  };
}

export interface NamespaceMeta {
  readonly name: string;
  readonly generateName?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly labels?: Labels;
  readonly annotations?: Annotations;
  readonly finalizers?: readonly string[];
  /** RFC 3339 text. */
  readonly creationTimestamp: string;
  /** RFC 3339 text. Present once the deletion of the Namespace has begun. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

/** A condition of a Namespace that is being deleted: it says what remains in it. */
export interface NamespaceCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * The same as `T`.
 *
 * @deprecated Write `T`.
 */
export type Stored<T extends KubernetesObject> = T;
