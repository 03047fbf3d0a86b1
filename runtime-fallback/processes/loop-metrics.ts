import type { LoopMetrics } from "../controller/reconcile-loop.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** What a reconcile loop counts, under its own name. */
export function loopMetrics(registry: MetricsRegistry, loop: string): LoopMetrics {
  const depth = registry.gauge({ name: `holdfast_${loop}_queue_depth`, help: "Keys that wait for a worker." });
  const retries = registry.counter<never>({
    name: `holdfast_${loop}_retries_total`,
    help: "Keys that are tried again after a failure.",
  });
  const worked = registry.histogram({
    name: `holdfast_${loop}_reconcile_seconds`,
    help: "How long keys are worked on, by what came of it.",
    labels: { outcome: ["done", "failed"] },
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
  });
  return { depth, retried: () => retries({}), worked: (outcome, seconds) => worked({ outcome }, seconds) };
}
