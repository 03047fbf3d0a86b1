import type { Int32, Int64 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { RollingUpdate } from "./deployment.ts";
import type { SelectorField, Condition } from "./field-types.ts";
import type { PodTemplate } from "./pod-spec.ts";

/** `match: [{ group: "apps", version: "v1", resource: "daemonsets" }]` */
export interface DaemonSet extends KubernetesObject {
  readonly spec: DaemonSetSpec;
  readonly status?: DaemonSetStatus;
}

interface DaemonSetSpec {
  /** Which Pods are its own. */
  readonly selector: SelectorField;
  /** What they are made from. */
  readonly template: PodTemplate;
  /** How old Pods are replaced by new ones. */
  readonly updateStrategy?: DaemonSetUpdateStrategy;
  /** Seconds that a Pod has to be ready to count as available. */
  readonly minReadySeconds?: Int32;
  /** How many old revisions are kept. */
  readonly revisionHistoryLimit?: Int32;
}

interface DaemonSetUpdateStrategy {
  /** Step by step, or when somebody deletes them. */
  readonly type?: "OnDelete" | "RollingUpdate";
  readonly rollingUpdate?: RollingUpdate;
}

interface DaemonSetStatus {
  /** The generation that the controller has seen. */
  readonly observedGeneration?: Int64;
  /** Nodes that should have a Pod. */
  readonly desiredNumberScheduled: Int32;
  /** Nodes that should have one and do. */
  readonly currentNumberScheduled: Int32;
  /** Nodes that should not have one and do. */
  readonly numberMisscheduled: Int32;
  /** Nodes whose Pod is ready. */
  readonly numberReady: Int32;
  /** Nodes whose Pod has been ready long enough. */
  readonly numberAvailable?: Int32;
  /** Nodes whose Pod is missing. */
  readonly numberUnavailable?: Int32;
  /** Nodes with a Pod of the current template. */
  readonly updatedNumberScheduled?: Int32;
  /** What its controller says. */
  readonly conditions?: readonly Condition[];
}
