/** Time as code sees it: tests bring their own. */
export interface Clock {
  /** Milliseconds that only ever grow; the wall clock may be set back, this is not. */
  now(): number;
  /** Runs something once, later. What it returns takes that back. */
  after(ms: number, run: () => void): () => void;
}

/** Time as it passes. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Ends early, and without an error, where the signal is aborted: whoever sleeps asks the signal anyway. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.after(ms, wake);
    signal.addEventListener("abort", wake, { once: true });
  });
}
