import { Script, createContext } from "node:vm";
import type { Clock } from "../../clock.ts";

/**
 * Longest that a rule may run at a time, in milliseconds: whoever may write an object says how long its texts and lists
 * are, and while a rule runs the replica answers nothing else. Reading 1 MiB of JSON takes 15 (measured).
 */
export const longestRunMs = 500;

/** For how long a rule is not run that took so long: a tenth of a replica's time at most is anybody's to take. */
export const restMs = 10 * longestRunMs;

/** Whether a rule has taken too long a moment ago. */
export interface Rest {
  isOver(): boolean;
  begin(): void;
}

export function restWith(clock: Pick<Clock, "monotonic">): Rest {
  let until = -Infinity;
  return { isOver: () => clock.monotonic() >= until, begin: () => void (until = clock.monotonic() + restMs) };
}

/** The rule was still running after that. */
export class TakesTooLong extends Error {
  override readonly name = "TakesTooLong";
}

const context = createContext({ run: undefined }) as { run: (() => unknown) | undefined };
const script = new Script("run()", { filename: "rule" });

/** What an evaluation may put something else in the place of while it runs, as it was before any did. */
const { BigInt, Date, Number, String, parseFloat, parseInt } = globalThis;
const globals = { BigInt, Date, Number, String, parseFloat, parseInt };
const ofText = Object.getOwnPropertyDescriptors(String.prototype);
const ofPatterns = Object.getOwnPropertyDescriptors(RegExp.prototype);

/**
 * What `run` gives, or a `TakesTooLong` where it takes longer: V8 then ends whatever it does, a loop or a regular
 * expression, and no `catch` or `finally` in it runs. So what an evaluation changes while it runs is put back here.
 */
export function bounded<T>(run: () => T, timeout = longestRunMs): T {
  context.run = run;
  try {
    return script.runInContext(context, { timeout }) as T;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    Object.assign(globalThis, globals);
    // oxlint-disable no-extend-native -- puts back what was there.
    Object.defineProperties(String.prototype, ofText);
    Object.defineProperties(RegExp.prototype, ofPatterns);
    // oxlint-enable no-extend-native
    throw new TakesTooLong(`it was still running after ${timeout} ms`);
  } finally {
    context.run = undefined;
  }
}

/** It is an Error of the other context. */
function isTimeout(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
