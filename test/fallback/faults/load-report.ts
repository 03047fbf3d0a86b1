import { percentile } from "../webhook/load.ts";

export type Sort = "free" | "idle" | "kept";

/** Of one delete. */
export interface Evaluation {
  readonly sort: Sort;
  readonly label: string;
  readonly tookMs: number;
  /** Undefined: it began in one and ended in another. */
  readonly phase: string | undefined;
}

export interface LoadReport {
  /** What was in use and went anyway: it has to be empty. */
  readonly wrong: readonly string[];
  /** How often each answer came; of all phases together where none is named. */
  counts(sort: Sort, phase?: string): Readonly<Record<string, number>>;
  /** `n=812 p50 4.1 ms p99 19.0 ms` */
  latency(sort: Sort, phase?: string): string;
  /** Everything of a phase, on one line. */
  summary(phase?: string): string;
}

export function reportOf(evaluations: readonly Evaluation[], wrong: readonly string[]): LoadReport {
  const of = (sort: Sort, phase?: string): readonly Evaluation[] =>
    evaluations.filter((one) => one.sort === sort && (phase === undefined || one.phase === phase));
  const counts = (sort: Sort, phase?: string): Readonly<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const { label } of of(sort, phase)) found[label] = (found[label] ?? 0) + 1;
    return found;
  };
  const latency = (sort: Sort, phase?: string): string => {
    const took = of(sort, phase).map(({ tookMs }) => tookMs);
    const [p50, p99] = [50, 99].map((percent) => `${percentile(took, percent).toFixed(1)} ms`);
    return `n=${took.length} p50 ${p50} p99 ${p99}`;
  };
  const line = (sort: Sort, phase?: string): string => `${sort} ${latency(sort, phase)} ${JSON.stringify(counts(sort, phase))}`;
  return {
    wrong,
    counts,
    latency,
    summary: (phase) => (["kept", "idle", "free"] as const).map((sort) => line(sort, phase)).join("; "),
  };
}
