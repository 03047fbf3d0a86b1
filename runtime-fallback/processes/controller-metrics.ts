import type { Clock } from "../clock.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";
import { eventMetrics } from "./event-metrics.ts";
import { claimMetrics, serviceMetrics, usageMetrics } from "./kept-metrics.ts";
import type { CertificateGauges } from "../certificates/stored-certificates.ts";
import type { LoopMetrics } from "../controller/reconcile-loop.ts";

export interface ControllerMetricsOptions {
  readonly clock: Clock;
  readonly isLeader: () => boolean;
}

export type ControllerMetrics = ReturnType<typeof controllerMetrics>;

const loops = ["certificates", "webhook-configuration", "usages", "critical-services", "claims"] as const;

/**
 * What the controller counts, besides its informers. Once for the process: the work begins anew each time that it begins to lead, and a
 * registry takes no metric twice.
 */
export function controllerMetrics(registry: MetricsRegistry, { clock, isLeader }: ControllerMetricsOptions) {
  registry.gaugeOf({ name: "holdfast_leader", help: "1 while this process leads." }, () => (isLeader() ? 1 : 0));
  return {
    loop: reconcileMetrics(registry),
    certificates: expiryGauges(registry),
    eventCounted: eventMetrics(registry),
    usages: usageMetrics(registry),
    criticalServices: serviceMetrics(registry),
    claims: claimMetrics(registry, clock),
  };
}

/** When the certificates that the controller keeps expire; not a number where nothing is known. */
function expiryGauges(registry: MetricsRegistry): CertificateGauges {
  const last = { serving: Number.NaN, authority: Number.NaN };
  const help = (what: string): string => `When the ${what} expires, in seconds since 1970.`;
  registry.gaugeOf(
    { name: "holdfast_serving_certificate_expiry_timestamp_seconds", help: help("certificate of the webhook") },
    () => last.serving,
  );
  registry.gaugeOf(
    { name: "holdfast_authority_expiry_timestamp_seconds", help: help("authority that signs it") },
    () => last.authority,
  );
  return {
    servingNotAfter: (seconds = Number.NaN) => void (last.serving = seconds),
    authorityNotAfter: (seconds = Number.NaN) => void (last.authority = seconds),
  };
}

/** What reconcile loops count, each under its own name. Once for all of them. */
function reconcileMetrics(registry: MetricsRegistry): (loop: (typeof loops)[number]) => LoopMetrics {
  const labels = { loop: loops };
  const depth = registry.gaugeBy({ name: "holdfast_reconcile_queue_depth", help: "Keys that wait for a worker.", labels });
  const retries = registry.counter({
    name: "holdfast_reconcile_retries_total",
    help: "Keys that are tried again after a failure.",
    labels,
  });
  const worked = registry.histogram({
    name: "holdfast_reconcile_seconds",
    help: "How long keys are worked on, by what came of it.",
    labels: { ...labels, outcome: ["done", "failed"] },
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
  });
  return (loop) => ({
    depth: (keys) => depth({ loop }, keys),
    retried: () => retries({ loop }),
    worked: (outcome, seconds) => worked({ loop, outcome }, seconds),
  });
}
