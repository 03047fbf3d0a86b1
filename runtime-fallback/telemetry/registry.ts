import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/**
 * Metrics as Prometheus reads them. Labels have values from lists that are fixed at the start: strangers add no series.
 */
export interface MetricsRegistry {
  counter<L extends string>(metric: Metric<L>): (labels: Readonly<Record<L, string>>) => void;
  gauge(metric: Metric<never>): (value: number) => void;
  gaugeBy<L extends string>(metric: Metric<L>): (labels: Readonly<Record<L, string>>, value: number) => void;
  /** A number that is asked for whenever somebody reads. */
  gaugeOf(metric: Metric<never>, read: () => number): void;
  /** How many there are of each, asked for whenever somebody reads. */
  countOf<L extends string>(metric: Metric<L>, read: () => Iterable<Readonly<Record<L, string>>>): void;
  histogram<L extends string>(metric: Metric<L> & Buckets): (labels: Readonly<Record<L, string>>, value: number) => void;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface Metric<L extends string> {
  readonly name: string;
  readonly help: string;
  /** Every value that a label may have. */
  readonly labels?: Readonly<Record<L, readonly string[]>>;
}

interface Buckets {
  readonly buckets: readonly number[];
}

/** What a label says whose value is not in its list. */
export const otherValue = "other";

export interface Build {
  readonly version: string;
  /** Of the rules that are served. */
  readonly rulesHash: string;
}

/** An own registry, with what the process says of itself. */
export function createRegistry(build: Build): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const of = { registers: [registry] };
  new Gauge({
    ...of,
    name: "holdfast_build_info",
    help: "Always 1. The labels say which version runs here.",
    labelNames: ["version", "rules_hash", "node"],
  }).set({ version: build.version, rules_hash: build.rulesHash, node: process.version }, 1);
  return {
    counter: (metric) => {
      const counter = new Counter({ ...of, ...named(metric) });
      for (const labels of combinations(metric)) counter.inc(labels, 0);
      return (labels) => counter.inc(known(metric, labels));
    },
    gauge: (metric) => {
      const gauge = new Gauge({ ...of, ...named(metric) });
      return (value) => gauge.set(value);
    },
    gaugeBy: (metric) => {
      const gauge = new Gauge({ ...of, ...named(metric) });
      for (const labels of combinations(metric)) gauge.set(labels, 0);
      return (labels, value) => gauge.set(known(metric, labels), value);
    },
    gaugeOf: (metric, read) => {
      const gauge: Gauge<never> = new Gauge({ ...of, ...named(metric), collect: () => gauge.set(read()) });
    },
    countOf: (metric, read) => {
      const gauge = new Gauge({
        ...of,
        ...named(metric),
        collect: () => {
          for (const labels of combinations(metric)) gauge.set(labels, 0);
          for (const labels of read()) gauge.inc(known(metric, labels));
        },
      });
    },
    histogram: (metric) => {
      const histogram = new Histogram({ ...of, ...named(metric), buckets: [...metric.buckets] });
      for (const labels of combinations(metric)) histogram.zero(labels);
      return (labels, value) => histogram.observe(known(metric, labels), value);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function named<L extends string>({ name, help, labels }: Metric<L>) {
  return { name, help, labelNames: Object.keys(labels ?? {}) as L[] };
}

/** All of them from the start: a rate needs a zero to begin with, and the number of series never changes. */
function combinations<L extends string>({ labels }: Metric<L>): readonly Record<L, string>[] {
  const all = Object.entries<readonly string[]>(labels ?? {}).reduce<readonly Record<string, string>[]>(
    (found, [label, values]) => found.flatMap((one) => [...values, otherValue].map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  return all;
}

function known<L extends string>(metric: Metric<L>, labels: Readonly<Record<L, string>>): Record<L, string> {
  const isKnown = (label: string): boolean => metric.labels?.[label as L]?.includes(labels[label as L]) === true;
  const names = Object.keys(labels);
  if (names.every(isKnown)) return labels;
  return Object.fromEntries(names.map((name) => [name, isKnown(name) ? labels[name as L] : otherValue])) as Record<L, string>;
}
