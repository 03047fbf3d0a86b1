import { type Ready, readyPatch } from "./condition.ts";
import { rest, type UsageStep } from "./plan/step.ts";
import type { Usage } from "./usage.ts";

/**
 * How soon something is looked at again although nobody told of a change. Of a user that keeps a Usage
 * it is Crossplane's own interval.
 */
export const againMs = 30_000;

/**
 * Nothing is left to be done where a Usage is ready: changes of it, of what is used and of what uses come by watch.
 * Against what nobody thought of it is looked at anyway; 50,000 Usages are then some twenty looks a second.
 */
export const settledMs = 30 * 60_000;

/**
 * What ends these comes by watch, too: what is not there yet, and what is not selected yet. Whoever makes
 * thousands of them costs little.
 */
const watchedReasons: ReadonlySet<string> = new Set(["Selecting", "TargetNotFound", "UserNotFound"]);
const watchedMs = 5 * 60_000;

/** The condition, where it does not stand there yet; then nothing for a while. */
export function say(usage: Usage, ready: Ready, now: number): UsageStep {
  const patch = readyPatch(usage.object, ready, now);
  if (patch === undefined) return rest(restMs(ready));
  return { kind: "patch", what: "status", resource: usage.resource, key: usage.key, subresource: "status", patch, ready };
}

function restMs({ status, reason }: Ready): number {
  if (status === "True") return settledMs;
  return watchedReasons.has(reason) ? watchedMs : againMs;
}
