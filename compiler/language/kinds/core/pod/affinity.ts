// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type { MaybeNull } from "../../field-types.ts";
import type { LabelSelector } from "../../meta.ts";

/** A group of affinity scheduling rules. */
export interface Affinity {
  /** Describes node affinity scheduling rules for the pod. */
  readonly nodeAffinity?: NodeAffinity;
  /**
   * Describes pod affinity scheduling rules (e.g. co-locate this pod in the same node, zone, etc. as some other
   * pod(s)).
   */
  readonly podAffinity?: PodAffinity;
  /**
   * Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in the same node, zone, etc. as some
   * other pod(s)).
   */
  readonly podAntiAffinity?: PodAntiAffinity;
}

/** Node affinity is a group of node affinity scheduling rules. */
interface NodeAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
   * but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[];
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}

/**
 * A node selector represents the union of the results of one or more label queries over a set of nodes; that is, it
 * represents the OR of the selectors represented by the node selector terms.
 */
export interface NodeSelector {
  /** Required. */
  readonly nodeSelectorTerms?: MaybeNull<readonly NodeSelectorTerm[]>;
}

/**
 * A node selector requirement is a selector that contains values, a key, and an operator that relates the key and
 * values.
 */
interface NodeSelectorRequirement {
  /** The label key that the selector applies to. */
  readonly key: string;
  /** Represents a key's relationship to a set of values. */
  readonly operator: "DoesNotExist" | "Exists" | "Gt" | "In" | "Lt" | "NotIn";
  /** An array of string values. */
  readonly values?: readonly string[];
}

/** A null or empty node selector term matches no objects. */
interface NodeSelectorTerm {
  /** A list of node selector requirements by node's labels. */
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  /** A list of node selector requirements by node's fields. */
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

/** Pod affinity is a group of inter pod affinity scheduling rules. */
interface PodAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
   * but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
}

/**
 * Defines a set of pods (namely those matching the labelSelector relative to the given namespace(s)) that this pod
 * should be co-located (affinity) or not co-located (anti-affinity) with, where co-located is defined as running on a
 * node whose value of the label with key <topologyKey> matches that of any node on which a pod of the set of pods is
 * running.
 */
interface PodAffinityTerm {
  /** A label query over a set of resources, in this case pods. */
  readonly labelSelector?: LabelSelector;
  /** A set of pod label keys to select which pods will be taken into consideration. */
  readonly matchLabelKeys?: readonly string[];
  /** A set of pod label keys to select which pods will be taken into consideration. */
  readonly mismatchLabelKeys?: readonly string[];
  /** A label query over the set of namespaces that the term applies to. */
  readonly namespaceSelector?: LabelSelector;
  /** Specifies a static list of namespace names that the term applies to. */
  readonly namespaces?: readonly string[];
  /**
   * This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the labelSelector
   * in the specified namespaces, where co-located is defined as running on a node whose value of the label with key
   * topologyKey matches that of any node on which any of the selected pods is running.
   */
  readonly topologyKey: string;
}

/** Pod anti affinity is a group of inter pod anti affinity scheduling rules. */
interface PodAntiAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this
   * field, but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  /**
   * If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be
   * scheduled onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
}

/** An empty preferred scheduling term matches all objects with implicit weight 0 (i.e. it's a no-op). */
interface PreferredSchedulingTerm {
  /** A node selector term, associated with the corresponding weight. */
  readonly preference: NodeSelectorTerm;
  /** Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100. */
  readonly weight: Int32;
}

/**
 * The pod this Toleration is attached to tolerates any taint that matches the triple <key,value,effect> using the
 * matching operator <operator>.
 */
export interface Toleration {
  /** Indicates the taint effect to match. */
  readonly effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** The taint key that the toleration applies to. */
  readonly key?: string;
  /** Represents a key's relationship to the value. */
  readonly operator?: string;
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored)
   * tolerates the taint.
   */
  readonly tolerationSeconds?: Int64;
  /** The taint value the toleration matches to. */
  readonly value?: string;
}

/** Specifies how to spread matching pods among the given topology. */
export interface TopologySpreadConstraint {
  /** Used to find matching pods. */
  readonly labelSelector?: LabelSelector;
  /** A set of pod label keys to select the pods over which spreading will be calculated. */
  readonly matchLabelKeys?: readonly string[];
  /** Describes the degree to which pods may be unevenly distributed. */
  readonly maxSkew: Int32;
  /** Indicates a minimum number of eligible domains. */
  readonly minDomains?: Int32;
  /** Indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology spread skew. */
  readonly nodeAffinityPolicy?: "Honor" | "Ignore";
  /** Indicates how we will treat node taints when calculating pod topology spread skew. */
  readonly nodeTaintsPolicy?: "Honor" | "Ignore";
  /** The key of node labels. */
  readonly topologyKey: string;
  /**
   * Indicates how to deal with a pod if it doesn't satisfy the spread constraint. - DoNotSchedule (default) tells the
   * scheduler not to schedule it. - ScheduleAnyway tells the scheduler to schedule the pod in any location, but giving
   * higher precedence to topologies that would help reduce the skew.
   */
  readonly whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway";
}

/**
 * The weights of all of the matched WeightedPodAffinityTerm fields are added per-node to find the most preferred
 * node(s).
 */
interface WeightedPodAffinityTerm {
  /** Required. */
  readonly podAffinityTerm: PodAffinityTerm;
  /** Weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  readonly weight: Int32;
}
