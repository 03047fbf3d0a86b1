import type { MetricsRegistry } from "./registry.ts";

/** What became of a review that was put to a rule. */
export type Evaluation = "allowed" | "denied" | "error" | "not-ready";

/** What the webhook counts and measures. */
export interface Metrics {
  reviewed(review: { readonly rule: string; readonly evaluation: Evaluation; readonly seconds: number }): void;
  /** A request, connection or handshake that came to nothing before any rule was asked. */
  rejected(why: string): void;
  certificateExpires(atMs: number): void;
  certificateDenied(): void;
  /** Once: what is asked whenever somebody reads the metrics. */
  measure(load: Load): void;
  /** Once, too: whether the process answers reviews now. */
  measureReadiness(isReady: () => boolean): void;
}

/** What the webhook holds at the moment. */
export interface Load {
  reviewsAtWork(): number;
  bodyBytes(): number;
  connections(): number;
}

export interface MetricsOptions {
  readonly rules: readonly string[];
  /** Every word that `rejected` is called with. */
  readonly rejections: readonly string[];
}

const evaluations: readonly Evaluation[] = ["allowed", "denied", "error", "not-ready"];

/** Seconds. The last is the longest that an API server waits; most decisions take milliseconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The webhook's metrics, in the registry. */
export function admissionMetrics(registry: MetricsRegistry, options: MetricsOptions): Metrics {
  const { rules, rejections } = options;
  const reviews = registry.counter({
    name: "holdfast_admission_reviews_total",
    help: "Admission reviews by rule and evaluation. An error or not-ready is left to the failure policy, which denies.",
    labels: { rule: rules, evaluation: evaluations },
  });
  const duration = registry.histogram({
    name: "holdfast_admission_duration_seconds",
    help: "From the arrival of a review to its answer.",
    labels: { rule: rules },
    buckets,
  });
  const rejected = registry.counter({
    name: "holdfast_webhook_rejected_requests_total",
    help: "Requests and connections turned away before a rule was asked.",
    labels: { why: rejections },
  });
  const expiry = registry.gauge({
    name: "holdfast_webhook_certificate_expiry_timestamp_seconds",
    help: "When the serving certificate expires, in seconds since 1970.",
  });
  const denied = registry.counter<never>({
    name: "holdfast_webhook_certificates_denied_total",
    help: "Changed serving certificates that could not be used; the one before is kept.",
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
      registry.gaugeOf({ name: "holdfast_webhook_ready", help: "1 while this process answers reviews." }, () =>
        isReady() ? 1 : 0,
      ),
  };
}

function measure(registry: MetricsRegistry, load: Load): void {
  const gauges = [
    ["holdfast_webhook_reviews_at_work", "Reviews that a rule is deciding.", load.reviewsAtWork],
    ["holdfast_webhook_body_bytes", "Bytes kept for bodies of requests.", load.bodyBytes],
    ["holdfast_webhook_connections", "Open connections.", load.connections],
  ] as const;
  for (const [name, help, read] of gauges) registry.gaugeOf({ name, help }, read);
}
