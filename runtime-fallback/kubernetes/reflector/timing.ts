import type { BackoffLimits } from "./backoff.ts";

/** The times of a reflector, in milliseconds. */
export interface Timing {
  /** Nothing heard for so long means that nothing will be. */
  readonly idleMs: number;
  /**
   * What a watch is asked to last, at least and at most; spread, so that not all of them end at once. Its end in
   * time is all that is heard of a resource that does not change: API servers send no bookmark for one whose
   * version is not after that of the watch (measured: none in 130 s with 1.30, the first after 73 s with 1.37,
   * unless etcd is told to report its progress). The five to ten minutes of client-go would be as long a silence,
   * which a dead connection keeps, too.
   */
  readonly watchMs: readonly [least: number, most: number];
  /**
   * How old the store may be for a failed watch to be resumed; later a list is taken. Resumed, a quiet resource is
   * heard of only at the end of the next watch, a minute later, and a busy one by events of the past, which would pass
   * for news. Less than `idleMs`: after silence there is always a list, for from a version of the future, as after a
   * restored backup, a server lets us watch and is silent (measured).
   */
  readonly resumeMs: number;
  /** How old a list may become, whatever watches say. */
  readonly relistMs: number;
  /** How soon a resource that is not served is looked for again. */
  readonly pollMs: number;
  readonly backoff: BackoffLimits;
}

export const defaultTiming: Timing = {
  idleMs: 90_000,
  watchMs: [45_000, 60_000],
  resumeMs: 25_000,
  relistMs: 1_800_000,
  pollMs: 30_000,
  backoff: { firstMs: 1000, maxMs: 30_000, goodMs: 60_000 },
};
