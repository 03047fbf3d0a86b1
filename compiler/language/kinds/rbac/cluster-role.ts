// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";
import type { PolicyRule } from "./rules-and-subjects.ts";

/**
 * A cluster level, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding or
 * ClusterRoleBinding.
 *
 * `match: [{ group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" }]`
 */
export interface ClusterRole extends KubernetesObject {
  /** An optional field that describes how to build the Rules for this ClusterRole. */
  readonly aggregationRule?: AggregationRule;
  /** Holds all the PolicyRules for this ClusterRole. */
  readonly rules?: MaybeNull<readonly PolicyRule[]>;
}

/** Describes how to locate ClusterRoles to aggregate into the ClusterRole. */
interface AggregationRule {
  /** Holds a list of selectors which will be used to find ClusterRoles and create the rules. */
  readonly clusterRoleSelectors?: readonly LabelSelector[];
}
