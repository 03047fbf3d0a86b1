import type { Annotations, Labels } from "../objects.ts";
import type { PodSpec } from "./pod-spec.ts";

/** What the Pods of a workload are made from. */
export interface PodTemplate {
  readonly metadata?: TemplateMeta;
  readonly spec?: PodSpec;
}

/** `metadata` of what is made from a template: only what its author gives. */
export interface TemplateMeta {
  /** Given to everything that is made. */
  readonly labels?: Labels;
  /** Given to everything that is made. */
  readonly annotations?: Annotations;
  /** Name of a claim template. */
  readonly name?: string;
}
