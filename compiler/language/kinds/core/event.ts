// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { ObjectReference } from "./references.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * A report of an event somewhere in the cluster.
 *
 * `match: [{ group: "", version: "v1", resource: "events" }]`
 */
export interface Event extends KubernetesObject {
  /** What action was taken/failed regarding to the Regarding object. */
  readonly action?: string;
  /** The number of times this event has occurred. */
  readonly count?: Int32;
  /** Time when this Event was first observed. */
  readonly eventTime?: MaybeNull<Time>;
  /** The time at which the event was first recorded. */
  readonly firstTimestamp?: MaybeNull<Time>;
  /** The object that this event is about. */
  readonly involvedObject: ObjectReference;
  /** The time at which the most recent occurrence of this event was recorded. */
  readonly lastTimestamp?: MaybeNull<Time>;
  /** A human-readable description of the status of this operation. */
  readonly message?: string;
  /**
   * This should be a short, machine understandable string that gives the reason for the transition into the object's
   * current status.
   */
  readonly reason?: string;
  /** Optional secondary object for more complex actions. */
  readonly related?: ObjectReference;
  /** Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. */
  readonly reportingComponent: string;
  /** ID of the controller instance, e.g. `kubelet-xyzf`. */
  readonly reportingInstance: string;
  /** Data about the Event series this event represents or nil if it's a singleton Event. */
  readonly series?: EventSeries;
  /** The component reporting this event. */
  readonly source?: EventSource;
  /** Type of this event (Normal, Warning), new types could be added in the future. */
  readonly type?: string;
}

/** EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time. */
interface EventSeries {
  /** Number of occurrences in this series up to the last heartbeat time. */
  readonly count?: Int32;
  /** Time of the last occurrence observed. */
  readonly lastObservedTime?: MaybeNull<Time>;
}

/** Contains information for an event. */
export interface EventSource {
  /** Component from which the event is generated. */
  readonly component?: string;
  /** Node name on which the event is generated. */
  readonly host?: string;
}
