// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { EventSource } from "../core/event.ts";
import type { ObjectReference } from "../core/references.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * A report of an event somewhere in the cluster.
 *
 * `match: [{ group: "events.k8s.io", version: "v1", resource: "events" }]`
 */
export interface EventsV1Event extends KubernetesObject {
  /** What action was taken/failed regarding to the regarding object. */
  readonly action?: string;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  readonly deprecatedCount?: Int32;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  readonly deprecatedFirstTimestamp?: MaybeNull<Time>;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  readonly deprecatedLastTimestamp?: MaybeNull<Time>;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  readonly deprecatedSource?: EventSource;
  /** The time when this Event was first observed. */
  readonly eventTime?: MaybeNull<Time>;
  /** A human-readable description of the status of this operation. */
  readonly note?: string;
  /** Why the action was taken. */
  readonly reason?: string;
  /** Contains the object this Event is about. */
  readonly regarding?: ObjectReference;
  /** The optional secondary object for more complex actions. */
  readonly related?: ObjectReference;
  /** The name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. */
  readonly reportingController?: string;
  /** The ID of the controller instance, e.g. `kubelet-xyzf`. */
  readonly reportingInstance?: string;
  /** Data about the Event series this event represents or nil if it's a singleton Event. */
  readonly series?: EventSeries;
  /** The type of this event (Normal, Warning), new types could be added in the future. */
  readonly type?: string;
}

/** EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time. */
interface EventSeries {
  /** The number of occurrences in this series up to the last heartbeat time. */
  readonly count: Int32;
  /** The time when last Event from the series was seen before last heartbeat. */
  readonly lastObservedTime?: MaybeNull<Time>;
}
