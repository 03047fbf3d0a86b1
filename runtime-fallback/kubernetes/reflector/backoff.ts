/**
 * How long to wait after a failure: longer after each, and never quite as long as others who failed at the same time.
 */
export interface Backoff {
  nextMs(): number;
  /**
   * Things have gone well for so long again; what adds up without a failure counts together, since watches are short.
   */
  wentWellFor(ms: number): void;
}

export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** After so long a good time the next failure is a first one. */
  readonly goodMs: number;
}

export function createBackoff({ firstMs, maxMs, goodMs }: BackoffLimits, random: () => number): Backoff {
  let failures = 0;
  let wellMs = 0;
  return {
    nextMs: () => {
      // 2 to the power of 30 is beyond every limit, and far from overflowing.
      const most = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30));
      failures += 1;
      wellMs = 0;
      return most * (0.5 + random() / 2);
    },
    wentWellFor: (ms) => {
      wellMs += ms;
      if (wellMs >= goodMs) failures = 0;
    },
  };
}
