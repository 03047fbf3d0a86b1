import type { Int32, Int64 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { JobSpec } from "./job.ts";
import type { ObjectReference, Time } from "./field-types.ts";
import type { TemplateMeta } from "./pod-spec.ts";

/** `match: [{ group: "batch", version: "v1", resource: "cronjobs" }]` */
export interface CronJob extends KubernetesObject {
  readonly spec: CronJobSpec;
  readonly status?: CronJobStatus;
}

interface CronJobSpec {
  /** As in crontab(5): `0 3 * * *`. */
  readonly schedule: string;
  /** Name of the time zone; absent: that of the controller. */
  readonly timeZone?: string;
  /** Nothing is started while it is true. */
  readonly suspend?: boolean;
  /** What happens when the last one still runs. */
  readonly concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  /** Seconds that a start may be late. */
  readonly startingDeadlineSeconds?: Int64;
  /** How many finished Jobs are kept. */
  readonly successfulJobsHistoryLimit?: Int32;
  /** How many failed Jobs are kept. */
  readonly failedJobsHistoryLimit?: Int32;
  /** What its Jobs are made from. */
  readonly jobTemplate: JobTemplate;
}

interface JobTemplate {
  readonly metadata?: TemplateMeta;
  readonly spec?: JobSpec;
}

interface CronJobStatus {
  /** Jobs that run. */
  readonly active?: readonly ObjectReference[];
  /** When one was started last. */
  readonly lastScheduleTime?: Time;
  /** When one succeeded last. */
  readonly lastSuccessfulTime?: Time;
}
