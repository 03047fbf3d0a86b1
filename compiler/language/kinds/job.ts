import type { Int32, Int64 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { SelectorField, Condition, Time, MaybeNull } from "./field-types.ts";
import type { PodTemplate } from "./pod-spec.ts";

/** `match: [{ group: "batch", version: "v1", resource: "jobs" }]` */
export interface Job extends KubernetesObject {
  readonly spec?: JobSpec;
  readonly status?: JobStatus;
}

export interface JobSpec {
  /** How many Pods may run at a time. */
  readonly parallelism?: Int32;
  /** How many have to succeed. */
  readonly completions?: Int32;
  /** `Indexed`: each has a number of its own. */
  readonly completionMode?: "Indexed" | "NonIndexed";
  /** How many may fail. */
  readonly backoffLimit?: Int32;
  /** Seconds after which it is ended. */
  readonly activeDeadlineSeconds?: Int64;
  /** Seconds after its end until it is deleted. */
  readonly ttlSecondsAfterFinished?: Int32;
  /** Nothing runs while it is true. */
  readonly suspend?: boolean;
  /** Which Pods are its own. */
  readonly selector?: SelectorField;
  /** The author gave the selector. */
  readonly manualSelector?: boolean;
  /** What the Pods are made from. */
  readonly template: PodTemplate;
}

interface JobStatus {
  /** Pods that run or wait to run. */
  readonly active?: Int32;
  /** Pods that are ready. */
  readonly ready?: Int32;
  /** Pods that succeeded. */
  readonly succeeded?: Int32;
  /** Pods that failed. */
  readonly failed?: Int32;
  /** When the controller took it, or it was resumed. */
  readonly startTime?: Time;
  /** When it succeeded; absent after a failure. */
  readonly completionTime?: Time;
  /** `Complete`, `Failed`, `Suspended`. */
  readonly conditions?: readonly JobCondition[];
}

interface JobCondition extends Condition {
  /** When it was looked at last. */
  readonly lastProbeTime?: MaybeNull<Time>;
}
