import { type ServiceCriterion } from "./critical-service.ts";
import { type LiveAnswers, NotReadable } from "./live-answers.ts";
import { resourceName } from "../../compiler/api/resource.ts";
import { boundedName } from "../escape-text.ts";

type Known = "True" | "False" | "Unknown";

/** What is known of a criterion at this moment. */
export interface CriterionState {
  /** Whether the cluster serves what it names, as it names it. */
  readonly resolvable: Known;
  /** Whether the API server lets us look. */
  readonly readable: Known;
  readonly met: Known;
  /** Why, as part of a denial where it is not met. */
  readonly message: string;
}

/**
 * Why the criterion is not met, as part of a denial; undefined: it is. Rejects where that cannot be known, but for want
 * of a right: whoever wrote the criterion can do something about that.
 */
export async function openCriterion(
  criterion: ServiceCriterion,
  answers: LiveAnswers,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { met, message } = await lookAtCriterion(criterion, answers, signal);
  return met === "True" ? undefined : message;
}

/** The same, whatever it is. Met is only what is known to be met. */
export async function lookAtCriterion(
  criterion: ServiceCriterion,
  answers: LiveAnswers,
  signal: AbortSignal,
): Promise<CriterionState> {
  try {
    return await look(criterion, answers, signal);
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    const message = `the criterion about ${boundedName(error.resource)} cannot be looked at: name them in criticalServices.criteria of the fallback, and apply what that compiles to`;
    return { resolvable: "True", readable: "False", met: "Unknown", message };
  }
}

async function look(criterion: ServiceCriterion, answers: LiveAnswers, signal: AbortSignal): Promise<CriterionState> {
  if (criterion.type === "Finalizer") {
    const { finalizerName } = criterion;
    const found = await answers.carrier(criterion, finalizerName, signal);
    if (found === "not served") return notServed(criterion);
    if (found === undefined) return isMet(`nothing carries the finalizer ${boundedName(finalizerName)}`);
    return isOpen(
      `${boundedName(found.resource)} ${boundedName(found.key)} still carries the finalizer ${boundedName(finalizerName)}`,
    );
  }
  const { namespace, name } = criterion;
  const found = await answers.find(criterion, namespace === undefined ? { name } : { namespace, name }, signal);
  if (found === "not served") return notServed(criterion);
  if (found === undefined) return isMet("there is no such object");
  if ("key" in found) return isOpen(`${boundedName(found.resource)} ${boundedName(found.key)} still exists`);
  const why = found.isNamespaced
    ? "names no namespace, without which it cannot be met"
    : "names a namespace, which these have not";
  const message = `the criterion about ${boundedName(found.resource)} ${boundedName(name)} ${why}: correct it`;
  return { resolvable: "False", readable: "Unknown", met: "False", message };
}

/** A misspelt kind looks like one whose definition is gone: only its author knows which. */
function notServed(criterion: ServiceCriterion): CriterionState {
  const what = boundedName(resourceName(criterion));
  const state = { resolvable: "False", readable: "Unknown" } as const;
  if (criterion.ifNotServed === "Met")
    return { ...state, met: "True", message: `the cluster serves no ${what}, which counts as met (ifNotServed)` };
  const message = `the cluster serves no ${what}, which one of its criteria names: correct it, or write ifNotServed: Met into that criterion`;
  return { ...state, met: "False", message };
}

function isMet(message: string): CriterionState {
  return { resolvable: "True", readable: "True", met: "True", message };
}

function isOpen(message: string): CriterionState {
  return { resolvable: "True", readable: "True", met: "False", message };
}

/** `Finalizer example.com/hold of configmaps` */
export function criterionText(criterion: ServiceCriterion): string {
  const what = resourceName(criterion);
  if (criterion.type === "Finalizer") return boundedName(`Finalizer ${criterion.finalizerName} of ${what}`);
  const { namespace, name } = criterion;
  return boundedName(`SpecificResource ${what} ${namespace === undefined ? name : `${namespace}/${name}`}`);
}
