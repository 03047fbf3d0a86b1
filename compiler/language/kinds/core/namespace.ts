// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Provides a scope for Names.
 *
 * `match: [{ group: "", version: "v1", resource: "namespaces" }]`
 */
export interface Namespace extends KubernetesObject {
  /** Defines the behavior of the Namespace. */
  readonly spec: NamespaceSpec;
  /** Describes the current status of a Namespace. */
  readonly status?: NamespaceStatus;
}

/** Contains details about state of namespace. */
interface NamespaceCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of namespace controller condition. */
  readonly type: string;
}

/** Describes the attributes on a Namespace. */
interface NamespaceSpec {
  /** An opaque list of values that must be empty to permanently remove object from storage. */
  readonly finalizers?: readonly string[];
}

/** Information about the current status of a Namespace. */
interface NamespaceStatus {
  /** Represents the latest available observations of a namespace's current state. */
  readonly conditions?: readonly NamespaceCondition[];
  /** The current lifecycle phase of the namespace. */
  readonly phase?: "Active" | "Terminating";
}
