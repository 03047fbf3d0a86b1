import type { Cancel, Clock } from "../clock.ts";

/** Until when an answer is of use. */
export interface AnswerDeadline {
  /** Aborted when it is over, and when whoever asked has gone. */
  readonly signal: AbortSignal;
  /** Never below 0. */
  remainingMs(): number;
}

export interface StartedDeadline extends AnswerDeadline {
  /** Whether the signal is aborted. */
  readonly isOver: boolean;
  /** Calls when it is, at once where it is already. */
  whenOver(call: () => void): void;
  /** Nobody waits for the answer any more: aborts, and takes the timer back. */
  end(reason: string): void;
}

/** A deadline so many milliseconds from now. */
export function startAnswerDeadline(clock: Clock, milliseconds: number): StartedDeadline {
  return new Deadline(clock, milliseconds);
}

/** Most reviews are answered from memory, and nobody listens to their signals: one is made for whoever asks for it. */
class Deadline implements StartedDeadline {
  readonly #clock: Clock;
  readonly #at: number;
  readonly #cancel: Cancel;
  #ended: Error | undefined;
  #controller: AbortController | undefined;
  #calls: readonly (() => void)[] = [];

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#at = clock.monotonic() + milliseconds;
    this.#cancel = clock.after(milliseconds, () => this.#abort("the time of the review is over"));
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  remainingMs(): number {
    return Math.max(0, this.#at - this.#clock.monotonic());
  }

  whenOver(call: () => void): void {
    if (this.isOver) call();
    else this.#calls = [...this.#calls, call];
  }

  end(reason: string): void {
    this.#cancel();
    this.#abort(reason);
  }

  #abort(reason: string): void {
    if (this.isOver) return;
    this.#ended = reasonOf(reason);
    this.#controller?.abort(this.#ended);
    for (const call of this.#calls) call();
  }
}

/** Each made once: a stack for every review would cost as much as a timer. */
const reasons = new Map<string, Error>();

function reasonOf(text: string): Error {
  const reason = reasons.get(text) ?? new Error(text);
  reasons.set(text, reason);
  return reason;
}
