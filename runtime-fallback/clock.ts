/** Takes a timer back; does nothing once it has gone off. */
export type Cancel = () => void;

/** Time, handed in, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970, for people and certificates. It may jump. */
  now(): number;
  /** Milliseconds that only ever grow, for durations; where they begin means nothing. */
  monotonic(): number;
  /** Calls once, `milliseconds` from now, unless it is cancelled before. */
  after(milliseconds: number, call: () => void): Cancel;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Ends early, and without an error, where the signal is aborted: whoever sleeps asks the signal anyway. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.after(milliseconds, wake);
    signal.addEventListener("abort", wake, { once: true });
  });
}
