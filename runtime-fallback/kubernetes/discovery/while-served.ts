import { type Clock, sleep } from "../../clock.ts";

export interface Watched<Kinds> {
  /** What is served now; undefined: nothing to work with. Rejects where that is not known. */
  readonly find: (signal: AbortSignal) => Promise<Kinds | undefined>;
  readonly isSame: (one: Kinds, other: Kinds) => boolean;
  readonly clock: Clock;
  /** How soon kinds are seen whose definitions have just been applied or changed. */
  readonly againMs: number;
}

/**
 * Works with kinds as they are served, from when they are until the signal is aborted; anew where they are served
 * otherwise: a version that is taken away has no more events, and it would look as if nobody changed anything.
 */
export async function whileServed<Kinds>(
  watched: Watched<Kinds>,
  work: (kinds: Kinds, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const kinds = await untilServed(watched, signal);
    if (kinds === undefined) return;
    const ends = new AbortController();
    const working = AbortSignal.any([signal, ends.signal]);
    const changed = untilChanged(watched, kinds, working).finally(() => ends.abort());
    try {
      await work(kinds, working);
    } finally {
      ends.abort();
      await changed;
    }
  }
}

/** Undefined where the signal was aborted before. */
async function untilServed<Kinds>({ find, clock, againMs }: Watched<Kinds>, signal: AbortSignal): Promise<Kinds | undefined> {
  while (!signal.aborted) {
    const kinds = await find(signal);
    if (kinds !== undefined) return kinds;
    await sleep(clock, againMs, signal);
  }
  return undefined;
}

async function untilChanged<Kinds>(
  { find, isSame, clock, againMs }: Watched<Kinds>,
  before: Kinds,
  signal: AbortSignal,
): Promise<void> {
  let now: Kinds | undefined = before;
  while (now !== undefined && isSame(now, before)) {
    await sleep(clock, againMs, signal);
    if (signal.aborted) return;
    // An API server that does not answer has changed nothing.
    now = await find(signal).catch(() => before);
  }
}
