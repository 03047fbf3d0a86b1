import type { Clock } from "../../runtime-fallback/clock.ts";

/** Time that passes so many times faster: for runs whose order of events is left to chance. */
export function createScaledClock(factor: number): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now() * factor,
    after: (ms, run) => {
      const timer = setTimeout(run, ms / factor);
      return () => clearTimeout(timer);
    },
  };
}
