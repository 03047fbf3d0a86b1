import { setTimeout as sleep } from "node:timers/promises";

const shortestPauseMs = 25;
const longestPauseMs = 250;
const defaultDeadlineMs = 30_000;

/**
 * Waits until the condition holds and names it when it does not.
 *
 * A policy takes effect 0.2 to 1.4 s after its binding, with no sign of it in any status: wait for
 * a dry-run canary that must be denied *for the expected reason*, never for a time. A condition
 * that throws ends the waiting; one that is merely not true yet returns false.
 */
export async function waitUntil(
  what: string,
  condition: () => Promise<boolean>,
  deadlineMs: number = defaultDeadlineMs,
): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    const elapsedMs = performance.now() - start;
    if (elapsedMs >= deadlineMs) {
      throw new Error(`waited ${(elapsedMs / 1000).toFixed(1)} s in vain until ${what}`);
    }
    await sleep(pauseMs(elapsedMs));
  }
}

/**
 * Until the condition is asked again: a twentieth of what was waited so far, so that whoever waits for a certificate to
 * end takes no time from the suites beside it, and nobody waits more than a twentieth longer than he had to.
 */
export function pauseMs(elapsedMs: number): number {
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, elapsedMs / 20));
}
