import { type ReadableText, type Written, isReadable } from "./readable.ts";

/**
 * Quantities as Kubernetes parses them (apimachinery: pkg/api/resource, ParseQuantity), with limits: up to 32
 * characters, and an exponent of up to two digits. The API server needs 0.4 s to compare `1e3000000`, and never ends on
 * `1e2147483648` (measured), and its cost limit counts neither. Text without digits (`k`, `.`) is zero for Kubernetes,
 * and no quantity here.
 */
export const quantityText: ReadableText = {
  longest: 32,
  pattern: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][-+]?[0-9]{1,2})?$",
};

/** An exact amount such as `10Gi` or `500m`. CEL: `quantity('10Gi')`. */
export class Quantity {
  readonly #nano: bigint;

  /** In billionths, the smallest unit in Kubernetes. */
  constructor(nano: bigint) {
    this.#nano = nano;
  }

  /** CEL: `isLessThan(other)`. */
  isLessThan(other: Quantity): boolean {
    return this.#nano < other.#nano;
  }

  /** CEL: `isGreaterThan(other)`. */
  isGreaterThan(other: Quantity): boolean {
    return this.#nano > other.#nano;
  }

  /** Whether both are the same amount: `1000Mi` equals `0.9765625Gi`. CEL: `compareTo(other) == 0`. */
  equals(other: Quantity): boolean {
    return this.#nano === other.#nano;
  }

  /** -1, 0 or 1 if this amount is less than, equal to or greater than the other. */
  compareTo(other: Quantity): number {
    return new Quantity(this.#nano - other.#nano).sign();
  }

  /** -1, 0 or 1 if the amount is negative, zero or positive. */
  sign(): number {
    if (this.#nano === 0n) return 0;
    return this.#nano < 0n ? -1 : 1;
  }

  add(other: Quantity): Quantity {
    return new Quantity(this.#nano + other.#nano);
  }

  sub(other: Quantity): Quantity {
    return new Quantity(this.#nano - other.#nano);
  }
}

/**
 * Parses a quantity such as `10Gi`, of up to 32 characters. `undefined` for any other text. A literal in the policy is
 * checked at compile time.
 *
 * ```ts
 * quantity(oldObject.spec?.storage)?.isGreaterThan(quantity("10Gi")) === true
 * ```
 *
 * CEL: `quantity(variables.spec.storage).isGreaterThan(quantity('10Gi'))`, after a check with `matches`.
 */
export function quantity<const Text extends string>(text: Written<Text>): Quantity;
export function quantity(text: string | undefined): Quantity | undefined;
export function quantity(text: string | undefined): Quantity | undefined {
  return text !== undefined && isReadable(text, quantityText) ? new Quantity(nanoOf(text)) : undefined;
}

const binaryPowers: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const decimalPowers: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** The largest binary amount: `8Ei` reads as 2^63-1. */
const largestBinary = (2n ** 63n - 1n) * 10n ** 9n;

function nanoOf(text: string): bigint {
  const [, sign, whole = "", fraction = "", suffix = ""] = /^([-+]?)([0-9]*)[.]?([0-9]*)(.*)$/.exec(text) ?? [];
  const digits = BigInt(`0${whole}${fraction}`);
  const power = binaryPowers[suffix];
  const amount =
    power === undefined
      ? scaled(digits, 9 - fraction.length + exponentOf(suffix))
      : smaller(scaled(digits << power, 9 - fraction.length), largestBinary);
  return sign === "-" ? -amount : amount;
}

function exponentOf(suffix: string): number {
  return decimalPowers[suffix] ?? Number(suffix.slice(1));
}

/** `digits * 10^power`, rounded up as in Kubernetes. */
function scaled(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (digits + divisor - 1n) / divisor;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
