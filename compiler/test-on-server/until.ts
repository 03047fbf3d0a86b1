import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 50;

/** Policies, roles and the like take effect within one or two seconds; a server under load may need more. */
const deadlineMs = 15_000;

/** Asks until it holds; false where it does not in time. */
export async function until(holds: () => Promise<boolean>, withinMs: number = deadlineMs): Promise<boolean> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start >= withinMs) return false;
    await sleep(pauseMs);
  }
  return true;
}
