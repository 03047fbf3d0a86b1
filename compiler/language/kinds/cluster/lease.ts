// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { Time } from "../field-types.ts";

/**
 * Defines a lease concept.
 *
 * `match: [{ group: "coordination.k8s.io", version: "v1", resource: "leases" }]`
 */
export interface Lease extends KubernetesObject {
  /** Contains the specification of the Lease. */
  readonly spec: LeaseSpec;
}

/** A specification of a Lease. */
interface LeaseSpec {
  /** A time when the current lease was acquired. */
  readonly acquireTime?: Time;
  /** Contains the identity of the holder of a current lease. */
  readonly holderIdentity?: string;
  /** A duration that candidates for a lease need to wait to force acquire it. */
  readonly leaseDurationSeconds?: Int32;
  /** The number of transitions of a lease between holders. */
  readonly leaseTransitions?: Int32;
  /**
   * Signals to a lease holder that the lease has a more optimal holder and should be given up. Since Kubernetes 1.31.
   */
  readonly preferredHolder?: string;
  /** A time when the current holder of a lease has last updated the lease. */
  readonly renewTime?: Time;
  /** Indicates the strategy for picking the leader for coordinated leader election. Since Kubernetes 1.31. */
  readonly strategy?: string;
}
