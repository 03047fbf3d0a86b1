/** Time comes in from outside, so that tests are fast and exact. */
export interface Clock {
  /** Milliseconds since 1970, as this machine believes. It may jump either way. */
  now(): number;
  /** Milliseconds since some moment in the past. It is never set, and stands still only while the machine sleeps. */
  monotonic(): number;
  /** Resolves after that time, or as soon as the signal is aborted: whoever sleeps looks at the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timers of Node hold 31 bits: a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepUntil(performance.now() + ms, signal),
};

/** A timer may fire a part of a millisecond early, and a long sleep takes several. */
async function sleepUntil(end: number, signal: AbortSignal | undefined): Promise<void> {
  const left = end - performance.now();
  if (left <= 0 || signal?.aborted === true) return;
  await pause(Math.min(left, longestTimerMs), signal);
  return sleepUntil(end, signal);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    }
  });
}
