// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Toleration } from "../core/pod/affinity.ts";
import type { QuantityText } from "../field-types.ts";

/**
 * Defines a class of container runtime supported in the cluster.
 *
 * `match: [{ group: "node.k8s.io", version: "v1", resource: "runtimeclasses" }]`
 */
export interface RuntimeClass extends KubernetesObject {
  /**
   * Specifies the underlying runtime and configuration that the CRI implementation will use to handle pods of this
   * class.
   */
  readonly handler: string;
  /** Represents the resource overhead associated with running a pod for a given RuntimeClass. */
  readonly overhead?: Overhead;
  /**
   * Holds the scheduling constraints to ensure that pods running with this RuntimeClass are scheduled to nodes that
   * support it.
   */
  readonly scheduling?: Scheduling;
}

/** Overhead structure represents the resource overhead associated with running a pod. */
interface Overhead {
  /** Represents the fixed resource overhead associated with running a pod. */
  readonly podFixed?: { readonly [key: string]: QuantityText };
}

/** Specifies the scheduling constraints for nodes supporting a RuntimeClass. */
interface Scheduling {
  /** Lists labels that must be present on nodes that support this RuntimeClass. */
  readonly nodeSelector?: { readonly [key: string]: string };
  /**
   * Appended (excluding duplicates) to pods running with this RuntimeClass during admission, effectively unioning the
   * set of nodes tolerated by the pod and the RuntimeClass.
   */
  readonly tolerations?: readonly Toleration[];
}
