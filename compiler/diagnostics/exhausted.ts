/**
 * What V8 says when the stack, a text or a list outgrows it. A program of the author's can always be deeper or larger
 * than what we have; any other RangeError is a mistake of ours.
 */
const exhausted = /^(Maximum call stack size exceeded|Invalid (string|array) length|(Map|Set) maximum size exceeded)$/;

/** What `compute` gives, or what `otherwise` gives where the author's program is too much for it. */
export function unlessExhausted<Result>(compute: () => Result, otherwise: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Spent || (error instanceof RangeError && exhausted.test(error.message))) return otherwise();
    throw error;
  }
}

class Spent extends Error {
  override readonly name = "Spent";
}

/**
 * Steps that one policy or constant may take: functions that call each other twice double the work with every level.
 */
export class StepBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Spent();
  }

  renew(): void {
    this.#left = this.#limit;
  }
}
