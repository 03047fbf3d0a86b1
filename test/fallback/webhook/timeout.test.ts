import { describe, expect, test } from "vitest";
import { startAnswerDeadline } from "../../../runtime-fallback/webhook/deadline.ts";
import { decisionMs, timeoutOf } from "../../../runtime-fallback/webhook/timeout.ts";
import { createManualClock } from "../manual-clock.ts";

test.each([
  ["", 10_000],
  ["other=1", 10_000],
  ["timeout=10s", 10_000],
  ["timeout=1s", 1000],
  ["timeout=30s", 30_000],
  ["timeout=2.5s", 2500],
  ["timeout=1m30s", 30_000],
  ["timeout=1h", 30_000],
  ["timeout=1500ms", 1500],
  ["timeout=1s500ms", 1500],
  ["timeout=2000000us", 2000],
  ["timeout=2000000%C2%B5s", 2000],
  ["timeout=.5m", 30_000],
  ["timeout=0.1s", 1000],
  ["timeout=5ns", 1000],
])("%j leaves %i ms", (query, milliseconds) => {
  expect(timeoutOf(query)).toBeCloseTo(milliseconds, 3);
});

test.each([
  "timeout=",
  "timeout=10",
  "timeout=-1s",
  "timeout=1e3s",
  "timeout=NaN",
  "timeout=s",
  "timeout=1 s",
  "timeout=10S",
  `timeout=${"1".repeat(40)}s`,
  "timeout=1s&timeout=2s",
])("%j is denied", (query) => {
  expect(() => timeoutOf(query)).toThrow("timeout has to be one duration, such as 10s");
});

test.each([
  [1000, 900],
  [3000, 2700],
  [10_000, 9500],
  [30_000, 29_500],
])("of %i ms a decision has %i", (timeout, decision) => {
  expect(decisionMs(timeout)).toBe(decision);
});

describe("a deadline", () => {
  test("goes by a clock that does not jump", () => {
    const clock = createManualClock();
    const deadline = startAnswerDeadline(clock, 1000);
    clock.jump(3_600_000);
    expect([deadline.remainingMs(), deadline.signal.aborted]).toEqual([1000, false]);
    clock.advance(999);
    expect([deadline.remainingMs(), deadline.signal.aborted]).toEqual([1, false]);
    clock.advance(1);
    expect([deadline.remainingMs(), deadline.signal.aborted]).toEqual([0, true]);
    clock.advance(1000);
    expect(deadline.remainingMs()).toBe(0);
  });

  test("ends early where nobody waits any more, and leaves no timer", () => {
    const clock = createManualClock();
    const deadline = startAnswerDeadline(clock, 1000);
    deadline.end("gone");
    expect(deadline.signal.aborted).toBe(true);
    expect(String(deadline.signal.reason)).toContain("gone");
    expect(clock.timers).toBe(0);
  });
});
