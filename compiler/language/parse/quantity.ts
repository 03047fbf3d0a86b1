import { type ReadableText, type Written, isReadable } from "./readable.ts";

/**
 * What Kubernetes takes for a quantity (apimachinery: pkg/api/resource, ParseQuantity), up to 32 characters and with an
 * exponent of two digits: the API server needs 0.4 s to compare `1e3000000` and never ends on `1e2147483648`
 * (measured), and neither has a cost. Without digits (`k`, `.`), which Kubernetes takes for zero, there is no quantity
 * either.
 */
export const quantityText: ReadableText = {
  longest: 32,
  pattern: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][-+]?[0-9]{1,2})?$",
};

/** An amount such as `10Gi` or `500m`, exact. CEL: `quantity('10Gi')`. */
export class Quantity {
  readonly #nano: bigint;

  /** In billionths, the smallest that Kubernetes knows. */
  constructor(nano: bigint) {
    this.#nano = nano;
  }

  isLessThan(other: Quantity): boolean {
    return this.#nano < other.#nano;
  }

  isGreaterThan(other: Quantity): boolean {
    return this.#nano > other.#nano;
  }

  /** `1000Mi` and `0.9765625Gi` are equal. CEL: `compareTo(other) == 0`. */
  equals(other: Quantity): boolean {
    return this.#nano === other.#nano;
  }

  /** -1, 0 or 1, as this is less than, equal to or greater than the other. */
  compareTo(other: Quantity): number {
    return new Quantity(this.#nano - other.#nano).sign();
  }

  /** -1, 0 or 1. */
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
 * Reads text such as `10Gi`; undefined for text that is no quantity.
 *
 * ```ts
 * quantity(oldObject.spec?.storage)?.isGreaterThan(quantity("10Gi")) === true
 * ```
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

/** Binary amounts end here: `8Ei` is 2^63-1. */
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

/** `digits * 10^power`, rounded up: who asks for something gets something. */
function scaled(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (digits + divisor - 1n) / divisor;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
