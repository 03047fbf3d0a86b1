import { systemClock as clock } from "../../../runtime-fallback/clock.ts";
import { controllerMetrics } from "../../../runtime-fallback/processes/controller-metrics.ts";
import { reflectorTelemetry } from "../../../runtime-fallback/processes/reflector-telemetry.ts";
import { stalenessGauge, webhookMetrics } from "../../../runtime-fallback/processes/serve-webhook.ts";
import { createLog } from "../../../runtime-fallback/telemetry/log.ts";
import { type MetricsRegistry, createRegistry } from "../../../runtime-fallback/telemetry/registry.ts";

export interface RegisteredMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  /** Of each label, the values that it has from the start. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** As `runtime-fallback/processes/webhook.ts` puts them together. */
export function webhookRegistry(): MetricsRegistry {
  const registry = createRegistry({ version: "1", rulesHash: "abc" });
  reflectorTelemetry(quiet(), registry, [{ group: "", resource: "pods" }]);
  stalenessGauge(registry, () => []);
  const { admission } = webhookMetrics(registry, ["shop keep"]);
  admission.measure({ reviewsAtWork: () => 0, bodyBytes: () => 0, connections: () => 0 });
  admission.measureReadiness(() => true);
  return registry;
}

/** As `runtime-fallback/processes/controller.ts` puts them together. */
export function controllerRegistry(): MetricsRegistry {
  const registry = createRegistry({ version: "1", rulesHash: "none" });
  reflectorTelemetry(quiet(), registry, [{ group: "", resource: "pods" }]);
  controllerMetrics(registry, { clock, isLeader: () => false });
  return registry;
}

/** What a registry, or a process, answers. */
export function metricsIn(text: string): readonly RegisteredMetric[] {
  const lines = text.split("\n");
  const types = lines.filter((line) => line.startsWith("# TYPE "));
  return types.map((line) => {
    const [, , name = "", type = ""] = line.split(" ");
    const suffix = type === "histogram" ? "_count" : "";
    const series = lines.filter((one) => one.startsWith(`${name}${suffix}{`)).map(labelsIn);
    const labels = Object.keys(series[0] ?? {});
    const valuesOf = (label: string): readonly string[] => [...new Set(series.map((one) => one[label] ?? ""))];
    return { name, type, labels, values: Object.fromEntries(labels.map((label) => [label, valuesOf(label)])) };
  });
}

export function isOurs({ name }: RegisteredMetric): boolean {
  return name.startsWith("holdfast_");
}

/** Metrics by the names of their series: a histogram has three. */
export function seriesOf(metrics: readonly RegisteredMetric[]): ReadonlyMap<string, RegisteredMetric> {
  return new Map(
    metrics.flatMap((metric) => {
      const suffixes = metric.type === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
      return suffixes.map((suffix) => [`${metric.name}${suffix}`, metric] as const);
    }),
  );
}

function labelsIn(line: string): Readonly<Record<string, string>> {
  const inside = line.slice(line.indexOf("{") + 1, line.lastIndexOf("}"));
  return Object.fromEntries([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]));
}

function quiet() {
  return createLog({ level: "error", clock, destination: { write: () => undefined } });
}
