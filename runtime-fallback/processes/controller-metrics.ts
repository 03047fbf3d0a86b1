import type { Clock } from "../clock.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";
import { eventMetrics } from "./event-metrics.ts";
import { expiryGauges } from "./expiry-gauges.ts";
import { claimMetrics, serviceMetrics, usageMetrics } from "./kept-metrics.ts";
import { reconcileMetrics } from "./reconcile-metrics.ts";

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
    loop: reconcileMetrics(registry, loops),
    certificates: expiryGauges(registry),
    eventCounted: eventMetrics(registry),
    usages: usageMetrics(registry),
    criticalServices: serviceMetrics(registry),
    claims: claimMetrics(registry, clock),
  };
}
