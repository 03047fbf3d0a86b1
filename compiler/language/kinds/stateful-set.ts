import type { Int32, Int64 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { SelectorField, Condition } from "./field-types.ts";
import type { PersistentVolumeClaimSpec } from "./persistent-volume-claim.ts";
import type { PodTemplate, TemplateMeta } from "./pod-spec.ts";

/** `match: [{ group: "apps", version: "v1", resource: "statefulsets" }]` */
export interface StatefulSet extends KubernetesObject {
  readonly spec: StatefulSetSpec;
  readonly status?: StatefulSetStatus;
}

interface StatefulSetSpec {
  /** How many Pods there should be. */
  readonly replicas?: Int32;
  /** Which Pods are its own. */
  readonly selector: SelectorField;
  /** What they are made from. */
  readonly template: PodTemplate;
  /** A claim of each for every Pod. */
  readonly volumeClaimTemplates?: readonly ClaimTemplate[];
  /** The headless Service that names the Pods. */
  readonly serviceName?: string;
  /** One after the other, or all at once. */
  readonly podManagementPolicy?: "OrderedReady" | "Parallel";
  /** What becomes of the claims. */
  readonly persistentVolumeClaimRetentionPolicy?: ClaimRetentionPolicy;
  /** Seconds that a Pod has to be ready to count as available. */
  readonly minReadySeconds?: Int32;
  /** How many old revisions are kept. */
  readonly revisionHistoryLimit?: Int32;
}

interface ClaimTemplate {
  readonly metadata?: TemplateMeta;
  readonly spec?: PersistentVolumeClaimSpec;
}

interface ClaimRetentionPolicy {
  /** `Retain` or `Delete`, when the StatefulSet is deleted. */
  readonly whenDeleted?: string;
  /** `Retain` or `Delete`, when it is scaled down. */
  readonly whenScaled?: string;
}

interface StatefulSetStatus {
  /** The generation that the controller has seen. */
  readonly observedGeneration?: Int64;
  /** Pods that there are. */
  readonly replicas: Int32;
  /** Pods that are ready. */
  readonly readyReplicas?: Int32;
  /** Pods that have been ready long enough. */
  readonly availableReplicas?: Int32;
  /** Pods of the current revision. */
  readonly currentReplicas?: Int32;
  /** Pods of the revision to come. */
  readonly updatedReplicas?: Int32;
  /** What its controller says. */
  readonly conditions?: readonly Condition[];
}
