import type { Status, Evaluation } from "../oracle.ts";

/** What is compared: all that a client sees of admission, and what is audited. */
export interface Answer {
  readonly status: Status | null;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/**
 * A request may be admitted more than once: a pod is updated and then removed, a collection is deleted one by one. The
 * first denial ends it. Warnings come once, and an annotation that is there is not written again.
 */
export function combine(evaluations: readonly Evaluation[]): Answer {
  const last = evaluations.findIndex(({ status }) => status !== null);
  const asked = last < 0 ? evaluations : evaluations.slice(0, last + 1);
  return {
    status: asked.at(-1)?.status ?? null,
    warnings: [...new Set(asked.flatMap(({ warnings }) => warnings))],
    auditAnnotations: Object.assign({}, ...asked.toReversed().map(({ auditAnnotations }) => auditAnnotations)),
  };
}
