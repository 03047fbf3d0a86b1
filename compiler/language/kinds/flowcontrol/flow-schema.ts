// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Defines the schema of a group of flows.
 *
 * `match: [{ group: "flowcontrol.apiserver.k8s.io", version: "v1", resource: "flowschemas" }]`
 */
export interface FlowSchema extends KubernetesObject {
  /** The specification of the desired behavior of a FlowSchema. */
  readonly spec: FlowSchemaSpec;
  /** The current status of a FlowSchema. */
  readonly status?: FlowSchemaStatus;
}

/** Specifies the method of a flow distinguisher. */
interface FlowDistinguisherMethod {
  /** The type of flow distinguisher method The supported types are "ByUser" and "ByNamespace". */
  readonly type: string;
}

/** Describes conditions for a FlowSchema. */
interface FlowSchemaCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human-readable message indicating details about last transition. */
  readonly message?: string;
  /** A unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** The status of the condition. */
  readonly status?: string;
  /** The type of the condition. */
  readonly type: string;
}

/** Describes how the FlowSchema's specification looks like. */
interface FlowSchemaSpec {
  /** Defines how to compute the flow distinguisher for requests that match this schema. */
  readonly distinguisherMethod?: FlowDistinguisherMethod;
  /** Used to choose among the FlowSchemas that match a given request. */
  readonly matchingPrecedence: Int32;
  /** `priorityLevelConfiguration` should reference a PriorityLevelConfiguration in the cluster. */
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** Describes which requests will match this flow schema. */
  readonly rules?: readonly PolicyRulesWithSubjects[];
}

/** Represents the current state of a FlowSchema. */
interface FlowSchemaStatus {
  /** A list of the current states of FlowSchema. */
  readonly conditions?: readonly FlowSchemaCondition[];
}

/** Holds detailed information for group-kind subject. */
interface GroupSubject {
  /** The user group that matches, or "*" to match all user groups. */
  readonly name: string;
}

/** A predicate that matches non-resource requests according to their verb and the target non-resource URL. */
interface NonResourcePolicyRule {
  /** A set of url prefixes that a user should have access to and may not be empty. */
  readonly nonResourceURLs?: MaybeNull<readonly string[]>;
  /** A list of matching verbs and may not be empty. */
  readonly verbs?: MaybeNull<readonly string[]>;
}

/** Prescribes a test that applies to a request to an apiserver. */
interface PolicyRulesWithSubjects {
  /**
   * A list of NonResourcePolicyRules that identify matching requests according to their verb and the target
   * non-resource URL.
   */
  readonly nonResourceRules?: readonly NonResourcePolicyRule[];
  /** A slice of ResourcePolicyRules that identify matching requests according to their verb and the target resource. */
  readonly resourceRules?: readonly ResourcePolicyRule[];
  /** The list of normal user, serviceaccount, or group that this rule cares about. */
  readonly subjects?: MaybeNull<readonly Subject[]>;
}

/** Contains information that points to the "request-priority" being used. */
interface PriorityLevelConfigurationReference {
  /** The name of the priority level configuration being referenced Required. */
  readonly name: string;
}

/** A predicate that matches some resource requests, testing the request's verb and the target resource. */
interface ResourcePolicyRule {
  /** A list of matching API groups and may not be empty. */
  readonly apiGroups?: MaybeNull<readonly string[]>;
  /**
   * Indicates whether to match requests that do not specify a namespace (which happens either because the resource is
   * not namespaced or the request targets all namespaces).
   */
  readonly clusterScope?: boolean;
  /** A list of target namespaces that restricts matches. */
  readonly namespaces?: MaybeNull<readonly string[]>;
  /** A list of matching resources (i.e., lowercase and plural) with, if desired, subresource. */
  readonly resources?: MaybeNull<readonly string[]>;
  /** A list of matching verbs and may not be empty. */
  readonly verbs?: MaybeNull<readonly string[]>;
}

/** Holds detailed information for service-account-kind subject. */
interface ServiceAccountSubject {
  /** The name of matching ServiceAccount objects, or "*" to match regardless of name. */
  readonly name: string;
  /** The namespace of matching ServiceAccount objects. */
  readonly namespace: string;
}

/** Matches the originator of a request, as identified by the request authentication system. */
interface Subject {
  /** Matches based on user group name. */
  readonly group?: GroupSubject;
  /** Indicates which one of the other fields is non-empty. */
  readonly kind: string;
  /** Matches ServiceAccounts. */
  readonly serviceAccount?: ServiceAccountSubject;
  /** Matches based on username. */
  readonly user?: UserSubject;
}

/** Holds detailed information for user-kind subject. */
interface UserSubject {
  /** The username that matches, or "*" to match all usernames. */
  readonly name: string;
}
