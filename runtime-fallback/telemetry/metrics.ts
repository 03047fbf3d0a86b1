import type { MetricsRegistry } from "./registry.ts";

/** The result of a review that a rule evaluated. */
export type Evaluation = "allowed" | "denied" | "error" | "not-ready";

/** The metrics of the webhook. */
export interface Metrics {
  reviewed(review: { readonly rule: string; readonly evaluation: Evaluation; readonly seconds: number }): void;
  /** A request, connection or handshake that was rejected before any rule was evaluated. */
  rejected(why: string): void;
  certificateExpires(atMs: number): void;
  certificateDenied(): void;
  /** Call once. `load` is read whenever metrics are scraped. */
  measure(load: Load): void;
  /** Call once. `isReady` says whether the process answers reviews now. */
  measureReadiness(isReady: () => boolean): void;
}

/** The current load of the webhook. */
export interface Load {
  reviewsAtWork(): number;
  bodyBytes(): number;
  connections(): number;
}

export interface MetricsOptions {
  readonly rules: readonly string[];
  /** Every value that `rejected` is called with. */
  readonly rejections: readonly string[];
}

const evaluations: readonly Evaluation[] = ["allowed", "denied", "error", "not-ready"];

/** In seconds. An API server waits at most 30. Most decisions take milliseconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The webhook's metrics, in the registry. */
export function admissionMetrics(registry: MetricsRegistry, options: MetricsOptions): Metrics {
  const { rules, rejections } = options;
  const reviews = registry.counter({
    name: "holdfast_admission_reviews_total",
    help: "Admission reviews by rule and evaluation. For error and not-ready the failure policy decides, which denies.",
    labels: { rule: rules, evaluation: evaluations },
  });
  const duration = registry.histogram({
    name: "holdfast_admission_duration_seconds",
    help: "Time from the arrival of a review to its answer.",
    labels: { rule: rules },
    buckets,
  });
  const rejected = registry.counter({
    name: "holdfast_webhook_rejected_requests_total",
    help: "Requests, connections and TLS handshakes rejected before a rule was evaluated.",
    labels: { why: rejections },
  });
  const expiry = registry.gauge({
    name: "holdfast_webhook_certificate_expiry_timestamp_seconds",
    help: "Expiry of the serving certificate in seconds since 1970.",
  });
  const denied = registry.counter<never>({
    name: "holdfast_webhook_certificates_denied_total",
    help: "New serving certificates that could not be used. The previous one stays in use.",
  });
  return {
    reviewed: ({ rule, evaluation, seconds }) => {
      reviews({ rule, evaluation });
      duration({ rule }, seconds);
    },
    rejected: (why) => rejected({ why }),
    certificateExpires: (atMs) => expiry(atMs / 1000),
    certificateDenied: () => denied({}),
    measure: (load) => measure(registry, load),
    measureReadiness: (isReady) =>
      registry.gaugeOf({ name: "holdfast_webhook_ready", help: "1 while this process answers reviews, else 0." }, () =>
        isReady() ? 1 : 0,
      ),
  };
}

function measure(registry: MetricsRegistry, load: Load): void {
  const gauges = [
    ["holdfast_webhook_reviews_at_work", "Reviews that a rule is evaluating now.", load.reviewsAtWork],
    ["holdfast_webhook_body_bytes", "Bytes of request bodies in memory.", load.bodyBytes],
    ["holdfast_webhook_connections", "Open connections.", load.connections],
  ] as const;
  for (const [name, help, read] of gauges) registry.gaugeOf({ name, help }, read);
}
