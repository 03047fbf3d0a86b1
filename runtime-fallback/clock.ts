/** Takes a timer back; does nothing once it has gone off. */
export type Cancel = () => void;

/** Time, handed in, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970, for people and certificates. It may jump. */
  now(): number;
  /** Milliseconds that only ever grow, for durations; where they begin means nothing. */
  monotonic(): number;
  /** Calls once, `milliseconds` from now and never earlier, unless it is cancelled before. */
  after(milliseconds: number, call: () => void): Cancel;
}

/** Timers of Node hold 31 bits: a longer one would go off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => callAt(performance.now() + milliseconds, call),
};

/** A timer may go off a part of a millisecond early, and a long wait takes several. */
function callAt(time: number, call: () => void): Cancel {
  const wait = (): NodeJS.Timeout => setTimeout(look, Math.max(0, Math.min(time - performance.now(), longestTimerMs)));
  const look = (): void => {
    if (performance.now() >= time) call();
    else timer = wait();
  };
  let timer = wait();
  return () => clearTimeout(timer);
}

/** Ends early, and without an error, where the signal is aborted: whoever sleeps asks the signal anyway. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.after(milliseconds, wake);
    signal?.addEventListener("abort", wake, { once: true });
  });
}

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
