import { type ReadableText, type Written, isReadable } from "./readable.ts";

/**
 * `1h30m`, `1.5h`, `90s`, `300ms`, `0`: hours, minutes, seconds and one smaller unit, in this order, each at most once.
 * Go accepts more. With these limits a duration has at most 165 years, so the sum of a duration and a timestamp does
 * not overflow. `\b` after the sign requires that something follows.
 */
export const durationText: ReadableText = {
  longest: 32,
  pattern: String.raw`^[-+]?\b(0|([0-9]{1,6}([.][0-9]{1,9})?h)?([0-9]{1,7}([.][0-9]{1,9})?m)?([0-9]{1,9}([.][0-9]{1,9})?s)?([0-9]{1,9}([.][0-9]{1,9})?(ms|us|µs|ns))?)$`,
};

/** A length of time, exact to the nanosecond. CEL: `duration('1h30m')`. */
export class Duration {
  readonly #nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.#nanoseconds = nanoseconds;
  }

  /** Not available in rules: they get values of this type, never the class. */
  static nanosecondsIn(duration: Duration): bigint {
    return duration.#nanoseconds;
  }

  /** CEL: `<`. */
  isLessThan(other: Duration): boolean {
    return this.#nanoseconds < other.#nanoseconds;
  }

  /** CEL: `>`. */
  isGreaterThan(other: Duration): boolean {
    return this.#nanoseconds > other.#nanoseconds;
  }

  /** Whether both are the same length: `90s` equals `1m30s`. CEL: `==`. */
  equals(other: Duration): boolean {
    return this.#nanoseconds === other.#nanoseconds;
  }
}

/**
 * Parses a duration such as `1h30m`, of up to 32 characters. `undefined` for any other text. Units: `h`, `m`, `s`,
 * `ms`, `us`, `ns`; there are no days. A literal in the policy is checked at compile time.
 *
 * ```ts
 * duration(oldObject.spec?.retention)?.isGreaterThan(duration("720h")) === true
 * ```
 *
 * CEL: `duration(variables.spec.retention) > duration('720h')`, after a check with `matches`.
 */
export function duration<const Text extends string>(text: Written<Text>): Duration;
export function duration(text: string | undefined): Duration | undefined;
export function duration(text: string | undefined): Duration | undefined {
  return text !== undefined && isReadable(text, durationText) ? new Duration(nanosecondsOf(text)) : undefined;
}

const units: Readonly<Record<string, number>> = { h: 3_600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 };

function nanosecondsOf(text: string): bigint {
  const parts = text.matchAll(/([0-9]+)(?:[.]([0-9]+))?([hmsuµn]+)/g);
  let sum = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of parts) sum += partOf(whole, fraction, units[unit] ?? 0);
  return text.startsWith("-") ? -sum : sum;
}

/** Go multiplies the fraction as a float64, and truncates the result (time: format.go, ParseDuration). */
function partOf(whole: string, fraction: string, unit: number): bigint {
  const rest = Math.trunc(Number(fraction) * (unit / 10 ** fraction.length));
  return BigInt(whole) * BigInt(unit) + BigInt(rest);
}
