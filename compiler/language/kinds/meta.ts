// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../numbers.ts";
import type { ManagedFields, OwnerReference } from "../objects.ts";
import type { MaybeNull, Time } from "./field-types.ts";

/** Contains details for one aspect of the current state of this API Resource. */
export interface Condition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human readable message indicating details about the transition. */
  readonly message: string;
  /** Represents the .metadata.generation that the condition was set based upon. */
  readonly observedGeneration?: Int64;
  /** Contains a programmatic identifier indicating the reason for the condition's last transition. */
  readonly reason: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of condition in CamelCase or in foo.example.com/CamelCase. */
  readonly type: string;
}

/** Specifies a Group and a Resource, but does not force a version. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A label selector is a label query over a set of resources. */
export interface LabelSelector {
  /** A list of label selector requirements. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
  /** A map of {key,value} pairs. */
  readonly matchLabels?: { readonly [key: string]: string };
}

/**
 * A label selector requirement is a selector that contains values, a key, and an operator that relates the key and
 * values.
 */
interface LabelSelectorRequirement {
  /** The label key that the selector applies to. */
  readonly key: string;
  /** Represents a key's relationship to a set of values. */
  readonly operator: string;
  /** An array of string values. */
  readonly values?: readonly string[];
}

/** `metadata` of what is made from a template. */
export interface TemplateMeta {
  /**
   * An unstructured key value map stored with a resource that may be set by external tools to store and retrieve
   * arbitrary metadata.
   */
  readonly annotations?: { readonly [key: string]: string };
  /** A timestamp representing the server time when this object was created. */
  readonly creationTimestamp?: MaybeNull<Time>;
  /** Number of seconds allowed for this object to gracefully terminate before it will be removed from the system. */
  readonly deletionGracePeriodSeconds?: Int64;
  /** RFC 3339 date and time at which this resource will be deleted. */
  readonly deletionTimestamp?: Time;
  /** Must be empty before the object is deleted from the registry. */
  readonly finalizers?: readonly string[];
  /** An optional prefix, used by the server, to generate a unique name ONLY IF the Name field has not been provided. */
  readonly generateName?: string;
  /** A sequence number representing a specific generation of the desired state. */
  readonly generation?: Int64;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  readonly labels?: { readonly [key: string]: string };
  /** Maps workflow-id and version to the set of fields that are managed by that workflow. */
  readonly managedFields?: readonly ManagedFields[];
  /** Name must be unique within a namespace. */
  readonly name?: string;
  /** Defines the space within which each name must be unique. */
  readonly namespace?: string;
  /** List of objects depended by this object. */
  readonly ownerReferences?: readonly OwnerReference[];
  /**
   * An opaque value that represents the internal version of this object that can be used by clients to determine when
   * objects have changed.
   */
  readonly resourceVersion?: string;
  /** Deprecated: selfLink is a legacy read-only field that is no longer populated by the system. */
  readonly selfLink?: string;
  /** The unique in time and space value for this object. */
  readonly uid?: string;
}
