import type { Clock } from "../clock.ts";
import { type WriteLog, errorText } from "./log.ts";
import { printable } from "../escape-text.ts";
import type { WorkQueue } from "./work-queue.ts";

/** When to look at the key again although nothing happened to it. */
export interface Again {
  readonly again?: number;
}

/** Brings the world one step nearer to what it should be, for one key. May throw: it is called again. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a reconciler with nothing to add returns nothing
export type Reconciler = (key: string, signal: AbortSignal) => Promise<Again | void>;

/** What is counted. Keys are no labels: there may be many. */
export interface LoopMetrics {
  /** Keys that wait for a worker. */
  depth(keys: number): void;
  retried(): void;
  worked(outcome: "done" | "failed", seconds: number): void;
}

export interface LoopOptions {
  /** For logs. */
  readonly name: string;
  readonly queue: WorkQueue;
  readonly reconcile: Reconciler;
  readonly workers: number;
  readonly clock: Clock;
  readonly log: WriteLog;
  readonly metrics: LoopMetrics;
}

/**
 * Works the queue until the signal is aborted; then what waits for a worker is still given out, with the
 * aborted signal, and the loop ends when the last worker has. What a reconciler throws is logged and its key
 * is tried again, later each time.
 */
export async function runReconcileLoop(options: LoopOptions, signal: AbortSignal): Promise<void> {
  const { queue, workers } = options;
  const stop = (): void => queue.shutDown();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    await Promise.all(Array.from({ length: workers }, () => work(options, signal)));
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function work(options: LoopOptions, signal: AbortSignal): Promise<void> {
  const { queue, metrics } = options;
  for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
    metrics.depth(queue.depth);
    try {
      await reconcileKey(options, key, signal);
    } finally {
      queue.done(key);
    }
    metrics.depth(queue.depth);
  }
}

async function reconcileKey(options: LoopOptions, key: string, signal: AbortSignal): Promise<void> {
  const { queue, reconcile, clock, metrics } = options;
  const start = clock.monotonic();
  const seconds = (): number => (clock.monotonic() - start) / 1_000;
  try {
    const result = await reconcile(key, signal);
    metrics.worked("done", seconds());
    queue.forget(key);
    if (result?.again !== undefined) queue.addAfter(key, result.again);
  } catch (error) {
    metrics.worked("failed", seconds());
    // What was interrupted has not failed; whoever leads next does it.
    if (!signal.aborted) retry(options, key, error);
  }
}

function retry({ name, queue, log, metrics }: LoopOptions, key: string, error: unknown): void {
  queue.addRateLimited(key);
  metrics.retried();
  log("error", `${name}: failed and is tried again`, {
    key: printable(key),
    failures: queue.failures(key),
    error: errorText(error),
  });
}

/**
 * Lets somebody who counts read what a part of the controller knows, until the returned function is called: then
 * another process may lead, and know better.
 */
export type RegisterReader<T> = (read: () => Iterable<T>) => () => void;

/** For those who do not count. */
export const unobserved: RegisterReader<unknown> = () => () => undefined;
