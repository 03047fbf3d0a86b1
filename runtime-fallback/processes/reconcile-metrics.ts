import type { LoopMetrics } from "../controller/reconcile-loop.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** What reconcile loops count, each under its own name. Once for all of them. */
export function reconcileMetrics<const L extends string>(
  registry: MetricsRegistry,
  loops: readonly L[],
): (loop: L) => LoopMetrics {
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
