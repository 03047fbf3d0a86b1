import type { Clock } from "../../clock.ts";

export interface BucketLimits {
  readonly perSecond: number;
  readonly burst: number;
}

/** Whether one more may go now; never more than `burst` at once, nor than `perSecond` in the long run. */
export function tokenBucket({ perSecond, burst }: BucketLimits, clock: Clock): () => boolean {
  let tokens = burst;
  let filledAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
