import type { Clock } from "../clock.ts";

/** Until when an answer is of use. */
export interface AnswerDeadline {
  /** Aborted when it is over, and when whoever asked has gone. */
  readonly signal: AbortSignal;
  /** Never below 0. */
  remainingMs(): number;
}

export interface StartedDeadline extends AnswerDeadline {
  /** Nobody waits for the answer any more: aborts, and takes the timer back. */
  end(reason: string): void;
}

/** A deadline so many milliseconds from now. */
export function startAnswerDeadline(clock: Clock, milliseconds: number): StartedDeadline {
  const controller = new AbortController();
  const at = clock.monotonic() + milliseconds;
  const abort = (reason: string): void => controller.abort(reasonOf(reason));
  const cancel = clock.after(milliseconds, () => abort("the time of the review is over"));
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, at - clock.monotonic()),
    end: (reason) => {
      cancel();
      abort(reason);
    },
  };
}

/** Each made once: a stack for every review would cost as much as a timer. */
const reasons = new Map<string, Error>();

function reasonOf(text: string): Error {
  const reason = reasons.get(text) ?? new Error(text);
  reasons.set(text, reason);
  return reason;
}
