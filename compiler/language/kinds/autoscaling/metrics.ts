// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { CrossVersionObjectReference } from "./horizontal-pod-autoscaler.ts";
import type { QuantityText } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Indicates how to scale on a resource metric known to Kubernetes, as specified in requests and limits, describing each
 * pod in the current scale target (e.g. CPU or memory).
 */
interface ContainerResourceMetricSource {
  /** The name of the container in the pods of the scaling target. */
  readonly container: string;
  /** The name of the resource in question. */
  readonly name: string;
  /** Specifies the target value for the given metric. */
  readonly target: MetricTarget;
}

/**
 * Indicates the current value of a resource metric known to Kubernetes, as specified in requests and limits, describing
 * a single container in each pod in the current scale target (e.g. CPU or memory).
 */
interface ContainerResourceMetricStatus {
  /** The name of the container in the pods of the scaling target. */
  readonly container: string;
  /** Contains the current value for the given metric. */
  readonly current: MetricValueStatus;
  /** The name of the resource in question. */
  readonly name: string;
}

/**
 * Indicates how to scale on a metric not associated with any Kubernetes object (for example length of queue in cloud
 * messaging service, or QPS from loadbalancer running outside of cluster).
 */
interface ExternalMetricSource {
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
  /** Specifies the target value for the given metric. */
  readonly target: MetricTarget;
}

/** Indicates the current value of a global metric not associated with any Kubernetes object. */
interface ExternalMetricStatus {
  /** Contains the current value for the given metric. */
  readonly current: MetricValueStatus;
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
}

/** Defines the name and optionally selector for a metric. */
interface MetricIdentifier {
  /** The name of the given metric. */
  readonly name: string;
  /**
   * The string-encoded form of a standard kubernetes label selector for the given metric When set, it is passed as an
   * additional parameter to the metrics server for more specific metrics scoping.
   */
  readonly selector?: LabelSelector;
}

/** Specifies how to scale based on a single metric (only `type` and one other matching field should be set at once). */
export interface MetricSpec {
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing a
   * single container in each pod of the current scale target (e.g. CPU or memory).
   */
  readonly containerResource?: ContainerResourceMetricSource;
  /** Refers to a global metric that is not associated with any Kubernetes object. */
  readonly external?: ExternalMetricSource;
  /** Refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  readonly object?: ObjectMetricSource;
  /**
   * Refers to a metric describing each pod in the current scale target (for example,
   * transactions-processed-per-second).
   */
  readonly pods?: PodsMetricSource;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each
   * pod in the current scale target (e.g. CPU or memory).
   */
  readonly resource?: ResourceMetricSource;
  /** The type of metric source. */
  readonly type: string;
}

/** Describes the last-read state of a single metric. */
export interface MetricStatus {
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing a
   * single container in each pod in the current scale target (e.g. CPU or memory).
   */
  readonly containerResource?: ContainerResourceMetricStatus;
  /** Refers to a global metric that is not associated with any Kubernetes object. */
  readonly external?: ExternalMetricStatus;
  /** Refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  readonly object?: ObjectMetricStatus;
  /**
   * Refers to a metric describing each pod in the current scale target (for example,
   * transactions-processed-per-second).
   */
  readonly pods?: PodsMetricStatus;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each
   * pod in the current scale target (e.g. CPU or memory).
   */
  readonly resource?: ResourceMetricStatus;
  /** The type of metric source. */
  readonly type: string;
}

/** Defines the target value, average value, or average utilization of a specific metric. */
interface MetricTarget {
  /**
   * The target value of the average of the resource metric across all relevant pods, represented as a percentage of the
   * requested value of the resource for the pods.
   */
  readonly averageUtilization?: Int32;
  /** The target value of the average of the metric across all relevant pods (as a quantity). */
  readonly averageValue?: QuantityText;
  /** Represents whether the metric type is Utilization, Value, or AverageValue. */
  readonly type: string;
  /** The target value of the metric (as a quantity). */
  readonly value?: QuantityText;
}

/** Holds the current value for a metric. */
interface MetricValueStatus {
  /**
   * The current value of the average of the resource metric across all relevant pods, represented as a percentage of
   * the requested value of the resource for the pods.
   */
  readonly averageUtilization?: Int32;
  /** The current value of the average of the metric across all relevant pods (as a quantity). */
  readonly averageValue?: QuantityText;
  /** The current value of the metric (as a quantity). */
  readonly value?: QuantityText;
}

/**
 * Indicates how to scale on a metric describing a kubernetes object (for example, hits-per-second on an Ingress
 * object).
 */
interface ObjectMetricSource {
  /** Specifies the descriptions of a object,such as kind,name apiVersion. */
  readonly describedObject: CrossVersionObjectReference;
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
  /** Specifies the target value for the given metric. */
  readonly target: MetricTarget;
}

/**
 * Indicates the current value of a metric describing a kubernetes object (for example, hits-per-second on an Ingress
 * object).
 */
interface ObjectMetricStatus {
  /** Contains the current value for the given metric. */
  readonly current: MetricValueStatus;
  /** Specifies the descriptions of a object,such as kind,name apiVersion. */
  readonly describedObject: CrossVersionObjectReference;
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
}

/**
 * Indicates how to scale on a metric describing each pod in the current scale target (for example,
 * transactions-processed-per-second).
 */
interface PodsMetricSource {
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
  /** Specifies the target value for the given metric. */
  readonly target: MetricTarget;
}

/**
 * Indicates the current value of a metric describing each pod in the current scale target (for example,
 * transactions-processed-per-second).
 */
interface PodsMetricStatus {
  /** Contains the current value for the given metric. */
  readonly current: MetricValueStatus;
  /** Identifies the target metric by name and selector. */
  readonly metric: MetricIdentifier;
}

/**
 * Indicates how to scale on a resource metric known to Kubernetes, as specified in requests and limits, describing each
 * pod in the current scale target (e.g. CPU or memory).
 */
interface ResourceMetricSource {
  /** The name of the resource in question. */
  readonly name: string;
  /** Specifies the target value for the given metric. */
  readonly target: MetricTarget;
}

/**
 * Indicates the current value of a resource metric known to Kubernetes, as specified in requests and limits, describing
 * each pod in the current scale target (e.g. CPU or memory).
 */
interface ResourceMetricStatus {
  /** Contains the current value for the given metric. */
  readonly current: MetricValueStatus;
  /** The name of the resource in question. */
  readonly name: string;
}
