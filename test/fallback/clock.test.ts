import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { sleep, systemClock } from "../../runtime-fallback/clock.ts";

test("a sleep ends when it is interrupted, also a very long one, and leaves nothing behind", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  // Longer than a timer of Node can be: it would fire at once.
  const sleeping = sleep(systemClock, 100 * 24 * 3_600_000, signal);
  let isOver = false;
  void sleeping.then(() => (isOver = true));
  await sleep(systemClock, 5);
  expect(isOver).toBe(false);
  stop.abort();
  await sleeping;
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await sleep(systemClock, 100_000, signal);
});
