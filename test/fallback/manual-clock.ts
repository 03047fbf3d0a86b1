import type { Clock } from "../../runtime-fallback/clock.ts";

export interface ManualClock extends Clock {
  /** Lets so much time pass: timers go off at their time and in their order. */
  advance(milliseconds: number): void;
  /** The wall clock alone jumps. */
  jump(milliseconds: number): void;
  readonly timers: number;
  /** When timers become due, from now on. */
  pending(): readonly number[];
}

/** Where the monotonic clock begins means nothing. */
const begin = 1000;

/** A clock that only moves when it is told to. */
export function createManualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  let elapsed = begin;
  let offset = startMs;
  const next = () => [...timers].toSorted((a, b) => a.at - b.at)[0];
  return {
    now: () => offset + elapsed - begin,
    monotonic: () => elapsed,
    after: (milliseconds, call) => {
      const timer = { at: elapsed + milliseconds, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      const end = elapsed + milliseconds;
      for (let due = next(); due !== undefined && due.at <= end; due = next()) {
        timers.delete(due);
        elapsed = Math.max(elapsed, due.at);
        due.call();
      }
      elapsed = end;
    },
    jump: (milliseconds) => {
      offset += milliseconds;
    },
    get timers() {
      return timers.size;
    },
    pending: () => [...timers].map(({ at }) => at - elapsed).toSorted((one, other) => one - other),
  };
}
