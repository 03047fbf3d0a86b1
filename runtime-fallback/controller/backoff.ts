/** How long to wait after a number of failures in a row. */
export interface BackoffRange {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Those of client-go's queues, but at most a minute: what somebody has fixed is not to wait for a quarter of an hour. */
export const defaultBackoff: BackoffRange = { firstMs: 5, maxMs: 60_000 };

/**
 * Doubles with each failure. Half of it is chance, so that what failed together is not retried together.
 * `random` gives numbers from 0 up to 1.
 */
export function backoffMs({ firstMs, maxMs }: BackoffRange, failures: number, random: () => number): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return whole * (0.5 + random() / 2);
}
