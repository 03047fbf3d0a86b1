import type { Answer } from "./answer.ts";

/** What the answers were, so that one sees that the requests were worth comparing. */
export interface Tally {
  readonly requests: number;
  readonly denied: number;
  readonly warned: number;
  readonly audited: number;
  readonly admittedInSilence: number;
  readonly failedExpressions: number;
  readonly tooDear: number;
}

export function tally(answers: readonly Answer[]): Tally {
  const count = (holds: (answer: Answer) => boolean): number => answers.filter(holds).length;
  const says = (answer: Answer, text: string): boolean => JSON.stringify(answer).includes(text);
  return {
    requests: answers.length,
    denied: count(({ status }) => status !== null),
    warned: count(({ warnings }) => warnings.length > 0),
    audited: count(({ auditAnnotations }) => Object.keys(auditAnnotations).length > 0),
    admittedInSilence: count(
      (answer) => answer.status === null && answer.warnings.length === 0 && Object.keys(answer.auditAnnotations).length === 0,
    ),
    failedExpressions: count((answer) => says(answer, "resulted in error")),
    tooDear: count((answer) => says(answer, "cost limit exceeded") || says(answer, "running out of cost budget")),
  };
}
