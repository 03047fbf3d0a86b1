/**
 * Numbers that decide how a rule is made; the same numbers make the same rule. When they end, every choice is the
 * first.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number below `count`. */
  below(count: number): number {
    if (count <= 1) return 0;
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return number % count;
  }

  any<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  }

  /** One of `rows`, as often as its weight says. */
  weighted<T extends { readonly weight?: number }>(rows: readonly T[]): T {
    const weights = rows.map(({ weight = 1 }) => Math.round(weight * 10));
    let left = this.below(weights.reduce((sum, weight) => sum + weight, 0));
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    const row = rows[Math.max(at, 0)];
    if (row === undefined) throw new Error("nothing to choose from");
    return row;
  }
}
