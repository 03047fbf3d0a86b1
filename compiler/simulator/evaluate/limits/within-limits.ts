import { onceFor } from "../../../ir/once-for.ts";
import type { IterationLimits } from "../../../ir/policy.ts";
import { type Limits, besideRules, inForce } from "./in-force.ts";
import { limitedDates } from "./dates-to-read.ts";
import { type Replaced, whileReading, whileReplaced } from "./replaced-methods.ts";
import { limitedPatterns, limitedTexts } from "./texts-to-read.ts";

/**
 * What `run` gives within the limits. Methods of JavaScript's own stand replaced while a policy is evaluated, and limit
 * while a rule of it runs: to replace them and put them back takes as long as a short rule.
 */
export function withinLimits<T>(limits: Limits, run: () => T): T {
  if (!areReplaced()) return replacing(() => withinLimits(limits, run));
  const before = inForce.limits;
  inForce.limits = limits;
  try {
    return limits.mostText === undefined ? run() : whileReading(limitedPatterns, run);
  } finally {
    inForce.limits = before;
  }
}

/**
 * Looked at anew: a rule that took too long is ended anywhere, and all is put back
 * (runtime-fallback/webhook/rules/bounded.ts).
 */
function areReplaced(): boolean {
  return Object.is(RegExp.prototype.exec, limitedTexts.exec);
}

function replacing<T>(run: () => T): T {
  inForce.limits = besideRules;
  inForce.isInside = false;
  return whileReplaced(replacedWith(globalThis.Date), run);
}

const replacedWith = onceFor((date: DateConstructor): Replaced => ({ ...limitedTexts, ...limitedDates(date) }));

/** Of an override. */
export const ofOverrides: Limits = { ...besideRules, isOfRule: true };

/** Of a rule on what it reads. */
export const limitsOfRule = onceFor(({ mostEntries, mostText, loopsByPosition }: IterationLimits): Limits => {
  // Parts of a text have no path, as lists inside of an element.
  const isByPosition = loopsByPosition?.some((path) => path.length === 0) ?? false;
  return { isOfRule: true, mostText, parts: { most: mostEntries ?? besideRules.parts.most, isByPosition } };
});
