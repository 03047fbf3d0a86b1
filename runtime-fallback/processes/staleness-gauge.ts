import type { Informer } from "../kubernetes/reflector/informer.ts";
import type { MetricsRegistry } from "../telemetry/registry.ts";

/** The age of what is in memory, by the informer that is worst off. */
export function stalenessGauge(
  registry: MetricsRegistry,
  informers: () => readonly Pick<Informer<never>, "stalenessMs">[],
): void {
  registry.gaugeOf(
    {
      name: "holdfast_informer_staleness_seconds",
      help: "For how long nothing has been heard of the resource that has been silent longest.",
    },
    () => Math.max(0, ...informers().map((informer) => informer.stalenessMs())) / 1000,
  );
}
