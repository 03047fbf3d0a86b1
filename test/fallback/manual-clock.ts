import type { Clock } from "../../runtime-fallback/clock.ts";

export interface ManualClock extends Clock {
  /** Lets time pass; what becomes due on the way runs at its time and in order. */
  advance(ms: number): void;
  /** When timers become due, from now on. */
  pending(): readonly number[];
}

/** Time that stands still until a test moves it. */
export function createManualClock(): ManualClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 1000;
  const nextBefore = (end: number) => [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => {
      const end = now + ms;
      for (let due = nextBefore(end); due !== undefined; due = nextBefore(end)) {
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
      }
      now = end;
    },
    pending: () => [...timers].map(({ at }) => at - now).toSorted((one, other) => one - other),
  };
}
