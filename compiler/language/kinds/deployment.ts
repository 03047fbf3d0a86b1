import type { Int32, Int64 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { SelectorField, Condition, IntOrString } from "./field-types.ts";
import type { PodTemplate } from "./pod-spec.ts";

/** `match: [{ group: "apps", version: "v1", resource: "deployments" }]` */
export interface Deployment extends KubernetesObject {
  readonly spec: DeploymentSpec;
  readonly status?: DeploymentStatus;
}

interface DeploymentSpec {
  /** How many Pods there should be. */
  readonly replicas?: Int32;
  /** Which Pods are its own. */
  readonly selector: SelectorField;
  /** What they are made from. */
  readonly template: PodTemplate;
  /** How old Pods are replaced by new ones. */
  readonly strategy?: DeploymentStrategy;
  /** Changes of the template wait. */
  readonly paused?: boolean;
  /** Seconds that a Pod has to be ready to count as available. */
  readonly minReadySeconds?: Int32;
  /** How many old ReplicaSets are kept. */
  readonly revisionHistoryLimit?: Int32;
  /** Seconds without progress that count as failure. */
  readonly progressDeadlineSeconds?: Int32;
}

interface DeploymentStrategy {
  /** All at once, or step by step. */
  readonly type?: "Recreate" | "RollingUpdate";
  readonly rollingUpdate?: RollingUpdate;
}

export interface RollingUpdate {
  /** How many Pods may be missing meanwhile: a number, or a percentage. */
  readonly maxUnavailable?: IntOrString;
  /** How many there may be too many: a number, or a percentage. */
  readonly maxSurge?: IntOrString;
}

interface DeploymentStatus {
  /** The generation that the controller has seen. */
  readonly observedGeneration?: Int64;
  /** Pods that there are. */
  readonly replicas?: Int32;
  /** Pods of the current template. */
  readonly updatedReplicas?: Int32;
  /** Pods that are ready. */
  readonly readyReplicas?: Int32;
  /** Pods that have been ready long enough. */
  readonly availableReplicas?: Int32;
  /** Pods that are missing. */
  readonly unavailableReplicas?: Int32;
  /** `Available`, `Progressing`, `ReplicaFailure`. */
  readonly conditions?: readonly Condition[];
}
