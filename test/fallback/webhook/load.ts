import { Agent } from "node:https";
import { expect } from "vitest";
import { type Answered, type Server, ask } from "./ask.ts";

export interface LoadReport {
  readonly answers: readonly Answered[];
  /** Reviews that got no answer of HTTP at all. */
  readonly failures: readonly Error[];
  readonly milliseconds: readonly number[];
}

export interface Load {
  /** Until so many more reviews were answered. */
  answered(more: number): Promise<void>;
  /** Ends it, waits for what is under way, and tells. */
  stop(): Promise<LoadReport>;
}

/** Reviews in a steady stream, from some clients that keep their connections alive as an API server does. */
export function steadyReviews(served: Server, { clients, everyMs }: { clients: number; everyMs: number }): Load {
  const answers: Answered[] = [];
  const failures: Error[] = [];
  const milliseconds: number[] = [];
  const end = new AbortController();
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!end.signal.aborted) {
      const started = performance.now();
      await ask(served, { agent, path: "/allow?timeout=30s" }).then(
        (answer) => answers.push(answer),
        (error: unknown) => failures.push(error as Error),
      );
      milliseconds.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    answered: (more) => {
      const wanted = answers.length + failures.length + more;
      return expect.poll(() => answers.length + failures.length).toBeGreaterThanOrEqual(wanted);
    },
    stop: async () => {
      end.abort();
      await running;
      return { answers, failures, milliseconds };
    },
  };
}

/** Which value so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export function describeLoad({ answers, failures, milliseconds }: LoadReport): string {
  const [median, p99] = [50, 99].map((percent) => `${percentile(milliseconds, percent).toFixed(1)} ms`);
  return `n=${answers.length} median ${median} p99 ${p99}, ${failures.length} without an answer`;
}
