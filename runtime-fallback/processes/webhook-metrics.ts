import { type Metrics, admissionMetrics } from "../telemetry/metrics.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";
import { rejections } from "../webhook/rejection.ts";
import { eventMetrics } from "./event-metrics.ts";
import type { EventOutcome } from "../webhook/denial-events/event-outcome.ts";

/** What the webhook counts, besides its informers. `rules`: names of routes. */
export function webhookMetrics(
  registry: MetricsRegistry,
  rules: readonly string[],
): { readonly admission: Metrics; readonly eventCounted: (outcome: EventOutcome) => void } {
  return {
    admission: admissionMetrics(registry, { rules: [...new Set(rules)], rejections }),
    eventCounted: eventMetrics(registry),
  };
}
