// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { JobSpec } from "./job.ts";
import type { ObjectReference } from "../core/references.ts";
import type { Time } from "../field-types.ts";
import type { TemplateMeta } from "../meta.ts";

/**
 * Represents the configuration of a single cron job.
 *
 * `match: [{ group: "batch", version: "v1", resource: "cronjobs" }]`
 */
export interface CronJob extends KubernetesObject {
  /** Specification of the desired behavior of a cron job, including the schedule. */
  readonly spec: CronJobSpec;
  /** Current status of a cron job. */
  readonly status?: CronJobStatus;
}

/** Describes how the job execution will look like and when it will actually run. */
interface CronJobSpec {
  /** Specifies how to treat concurrent executions of a Job. */
  readonly concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  /** The number of failed finished jobs to retain. */
  readonly failedJobsHistoryLimit?: Int32;
  /** Specifies the job that will be created when executing a CronJob. */
  readonly jobTemplate: JobTemplateSpec;
  /** The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron. */
  readonly schedule: string;
  /** Optional deadline in seconds for starting the job if it misses scheduled time for any reason. */
  readonly startingDeadlineSeconds?: Int64;
  /** The number of successful finished jobs to retain. */
  readonly successfulJobsHistoryLimit?: Int32;
  /**
   * This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.
   */
  readonly suspend?: boolean;
  /** The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. */
  readonly timeZone?: string;
}

/** Represents the current state of a cron job. */
interface CronJobStatus {
  /** A list of pointers to currently running jobs. */
  readonly active?: readonly ObjectReference[];
  /** Information when was the last time the job was successfully scheduled. */
  readonly lastScheduleTime?: Time;
  /** Information when was the last time the job successfully completed. */
  readonly lastSuccessfulTime?: Time;
}

/** Describes the data a Job should have when created from a template. */
interface JobTemplateSpec {
  /** Standard object's metadata of the jobs created from this template. */
  readonly metadata?: TemplateMeta;
  /** Specification of the desired behavior of the job. */
  readonly spec: JobSpec;
}
