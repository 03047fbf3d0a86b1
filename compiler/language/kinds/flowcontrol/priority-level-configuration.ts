// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Represents the configuration of a priority level.
 *
 * `match: [{ group: "flowcontrol.apiserver.k8s.io", version: "v1", resource: "prioritylevelconfigurations" }]`
 */
export interface PriorityLevelConfiguration extends KubernetesObject {
  /** The specification of the desired behavior of a "request-priority". */
  readonly spec: PriorityLevelConfigurationSpec;
  /** The current status of a "request-priority". */
  readonly status?: PriorityLevelConfigurationStatus;
}

/** Describes the configurable aspects of the handling of exempt requests. */
interface ExemptPriorityLevelConfiguration {
  /** Prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  readonly lendablePercent?: Int32;
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
   * level.
   */
  readonly nominalConcurrencyShares?: Int32;
}

/** Defines how to handle requests that can not be executed right now. */
interface LimitResponse {
  /** Holds the configuration parameters for queuing. */
  readonly queuing?: QueuingConfiguration;
  /** "Queue" or "Reject". */
  readonly type: string;
}

/** Specifies how to handle requests that are subject to limits. */
interface LimitedPriorityLevelConfiguration {
  /**
   * `borrowingLimitPercent`, if present, configures a limit on how many seats this priority level can borrow from other
   * priority levels.
   */
  readonly borrowingLimitPercent?: Int32;
  /** Prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  readonly lendablePercent?: Int32;
  /** Indicates what to do with requests that can not be executed right now. */
  readonly limitResponse: LimitResponse;
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
   * level.
   */
  readonly nominalConcurrencyShares?: MaybeNull<Int32>;
}

/** Defines the condition of priority level. */
interface PriorityLevelConfigurationCondition {
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

/** Specifies the configuration of a priority level. */
interface PriorityLevelConfigurationSpec {
  /** Specifies how requests are handled for an exempt priority level. */
  readonly exempt?: ExemptPriorityLevelConfiguration;
  /** Specifies how requests are handled for a Limited priority level. */
  readonly limited?: LimitedPriorityLevelConfiguration;
  /** Indicates whether this priority level is subject to limitation on request execution. */
  readonly type: string;
}

/** Represents the current state of a "request-priority". */
interface PriorityLevelConfigurationStatus {
  /** The current state of "request-priority". */
  readonly conditions?: readonly PriorityLevelConfigurationCondition[];
}

/** Holds the configuration parameters for queuing. */
interface QueuingConfiguration {
  /** A small positive number that configures the shuffle sharding of requests into queues. */
  readonly handSize: Int32;
  /**
   * The maximum number of requests allowed to be waiting in a given queue of this priority level at a time; excess
   * requests are rejected.
   */
  readonly queueLengthLimit: Int32;
  /** The number of queues for this priority level. */
  readonly queues: Int32;
}
