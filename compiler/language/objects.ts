import type { Int64 } from "./numbers.ts";

/** An owner reference, as the API server stores it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** `metadata` of any object. The API server types these fields itself, for custom resources too. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string;
  readonly uid: string;
  /** RFC 3339 text. */
  readonly creationTimestamp: string;
  /** RFC 3339 text; present when deletion has begun. */
  readonly deletionTimestamp?: string;
  readonly labels?: Labels;
  readonly annotations?: Annotations;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** What the name was made from, where the API server made it. */
  readonly generateName?: string;
  /** Another one after each write. */
  readonly resourceVersion?: string;
  /** Counts the changes of `spec`, of kinds that count them. */
  readonly generation?: Int64;
  /** Seconds that the object has left, once its deletion has begun. */
  readonly deletionGracePeriodSeconds?: Int64;
  /** Who has written which fields. */
  readonly managedFields?: readonly ManagedFields[];
}

/** The fields that one manager has written last. */
export interface ManagedFields {
  readonly manager?: string;
  /** `Apply` or `Update` */
  readonly operation?: string;
  /** Version in which the fields are named. */
  readonly apiVersion?: string;
  /** RFC 3339 text. */
  readonly time?: string;
  readonly fieldsType?: string;
  /** Keys such as `f:metadata`, with what is inside. */
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
  readonly subresource?: string;
}

/** Keys and values are text; a key that is not there reads as `undefined`. */
export type Labels = Readonly<Record<string, string>>;
export type Annotations = Readonly<Record<string, string>>;

/** Any Kubernetes object, of which only what all kinds have in common is known. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** The Namespace of the object, as far as the API server shows it to policies. */
export interface NamespaceObject {
  readonly metadata: NamespaceMeta;
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: {
    /** `Active` or `Terminating` */
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
  /** RFC 3339 text; present when the Namespace is being deleted. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

/** What keeps a Namespace that is being deleted. */
export interface NamespaceCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * What a rule sees of a `T` that is stored: a `T`.
 *
 * @deprecated Write `T`.
 */
export type Stored<T extends KubernetesObject> = T;
