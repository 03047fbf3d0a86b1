import { boundedText } from "../visible-text.ts";
import type { Criterion } from "./critical-service.ts";
import { type LiveAnswers, NotReadable } from "./live-answers.ts";

/** Names of anybody's, in an answer. */
export function shown(text: string): string {
  return boundedText(text, 253);
}

/**
 * Why the criterion is not met, as part of a refusal; undefined: it is. Rejects where that cannot be known, but for want of a right: whoever
 * wrote the criterion can do something about that.
 */
export async function openCriterion(
  criterion: Criterion,
  answers: LiveAnswers,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await unmet(criterion, answers, signal);
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return `the criterion about ${shown(error.resource)} cannot be looked at: name them in criticalServices.criteria of the fallback, and apply what that compiles to`;
  }
}

async function unmet(criterion: Criterion, answers: LiveAnswers, signal: AbortSignal): Promise<string | undefined> {
  if (criterion.type === "Finalizer") {
    const found = await answers.carrier(criterion, criterion.finalizerName, signal);
    if (found === undefined) return undefined;
    return `${shown(found.resource)} ${shown(found.key)} still carries the finalizer ${shown(criterion.finalizerName)}`;
  }
  const { namespace, name } = criterion;
  const found = await answers.find(criterion, namespace === undefined ? { name } : { namespace, name }, signal);
  if (found === undefined) return undefined;
  if ("key" in found) return `${shown(found.resource)} ${shown(found.key)} still exists`;
  return found.isNamespaced
    ? `the criterion about ${shown(found.resource)} ${shown(name)} names no namespace, without which it cannot be met: correct it`
    : `the criterion about ${shown(found.resource)} ${shown(name)} names a namespace, which these have not: correct it`;
}
