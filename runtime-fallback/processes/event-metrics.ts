import { type EventOutcome, eventOutcomes } from "../webhook/denial-events/event.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** Registers the metric of Events of this process. Call once. */
export function eventMetrics(registry: MetricsRegistry): (outcome: EventOutcome) => void {
  const events = registry.counter({
    name: "holdfast_events_total",
    help: "Events by outcome: the webhook writes those of denials, the controller those of Usages and of unprotected objects.",
    labels: { outcome: eventOutcomes },
  });
  return (outcome) => events({ outcome });
}
