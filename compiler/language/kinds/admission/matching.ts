// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { LabelSelector } from "../meta.ts";

/** Represents a condition which must by fulfilled for a request to be sent to a webhook. */
export interface MatchCondition {
  /** Represents the expression which will be evaluated by CEL. */
  readonly expression: string;
  /**
   * An identifier for this match condition, used for strategic merging of MatchConditions, as well as providing an
   * identifier for logging purposes.
   */
  readonly name: string;
}

/** Decides whether to run the admission control policy on an object based on whether it meets the match criteria. */
export interface MatchResources {
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy should not care about. */
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[];
  /** Defines how the "MatchResources" list is used to match incoming requests. */
  readonly matchPolicy?: "Equivalent" | "Exact";
  /**
   * Decides whether to run the admission control policy on an object based on whether the namespace for that object
   * matches the selector.
   */
  readonly namespaceSelector?: LabelSelector;
  /**
   * Decides whether to run the validation based on if the object has matching labels. objectSelector is evaluated
   * against both the oldObject and newObject that would be sent to the cel validation, and is considered to match if
   * either object matches the selector.
   */
  readonly objectSelector?: LabelSelector;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. */
  readonly resourceRules?: readonly NamedRuleWithOperations[];
}

/** A tuple of Operations and Resources with ResourceNames. */
interface NamedRuleWithOperations {
  /** The API groups the resources belong to. */
  readonly apiGroups?: readonly string[];
  /** The API versions the resources belong to. */
  readonly apiVersions?: readonly string[];
  /**
   * The operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those operations
   * and any future admission operations that are added.
   */
  readonly operations?: readonly ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  /** An optional white list of names that the rule applies to. */
  readonly resourceNames?: readonly string[];
  /** A list of resources this rule applies to. */
  readonly resources?: readonly string[];
  /** Specifies the scope of this rule. */
  readonly scope?: "*" | "Cluster" | "Namespaced";
}

/** A tuple of Group Kind and Version. */
export interface ParamKind {
  /** The API group version the resources belong to. */
  readonly apiVersion?: string;
  /** The API kind the resources belong to. */
  readonly kind?: string;
}

/** Describes how to locate the params to be used as input to expressions of rules applied by a policy binding. */
export interface ParamRef {
  /** The name of the resource being referenced. */
  readonly name?: string;
  /** The namespace of the referenced resource. */
  readonly namespace?: string;
  /**
   * Controls the behavior of the binding when the resource exists, and name or selector is valid, but there are no
   * parameters matched by the binding.
   */
  readonly parameterNotFoundAction?: string;
  /** Selector can be used to match multiple param objects based on their labels. */
  readonly selector?: LabelSelector;
}

/** A tuple of Operations and Resources. */
export interface RuleWithOperations {
  /** The API groups the resources belong to. */
  readonly apiGroups?: readonly string[];
  /** The API versions the resources belong to. */
  readonly apiVersions?: readonly string[];
  /**
   * The operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those operations
   * and any future admission operations that are added.
   */
  readonly operations?: readonly ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  /** A list of resources this rule applies to. */
  readonly resources?: readonly string[];
  /** Specifies the scope of this rule. */
  readonly scope?: "*" | "Cluster" | "Namespaced";
}

/** The definition of a variable that is used for composition. */
export interface Variable {
  /** The expression that will be evaluated as the value of the variable. */
  readonly expression: string;
  /** The name of the variable. */
  readonly name: string;
}
