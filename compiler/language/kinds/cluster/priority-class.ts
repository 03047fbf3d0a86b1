// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";

/**
 * Defines mapping from a priority class name to the priority integer value.
 *
 * `match: [{ group: "scheduling.k8s.io", version: "v1", resource: "priorityclasses" }]`
 */
export interface PriorityClass extends KubernetesObject {
  /** An arbitrary string that usually provides guidelines on when this priority class should be used. */
  readonly description?: string;
  /**
   * Specifies whether this PriorityClass should be considered as the default priority for pods that do not have any
   * priority class.
   */
  readonly globalDefault?: boolean;
  /** The Policy for preempting pods with lower priority. */
  readonly preemptionPolicy?: "Never" | "PreemptLowerPriority";
  /** Represents the integer value of this priority class. */
  readonly value: Int32;
}
