import { type EventOutcome, eventOutcomes } from "../webhook/denial-events/event.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** What became of the Events of this process. Once. */
export function eventMetrics(registry: MetricsRegistry): (outcome: EventOutcome) => void {
  const events = registry.counter({
    name: "holdfast_events_total",
    help: "Events by what became of them: of denials in the webhook, of Usages in the controller.",
    labels: { outcome: eventOutcomes },
  });
  return (outcome) => events({ outcome });
}
