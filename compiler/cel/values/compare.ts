import { Failure, noSuchOverload } from "../failures.ts";
import { compareText } from "./text.ts";
import { CelDuration } from "./duration.ts";
import { CelTimestamp } from "./timestamp.ts";
import { CelUint, type CelValue } from "./value.ts";

export type CelNumber = bigint | number | CelUint;

export function isNumber(value: CelValue): value is CelNumber {
  return typeof value === "bigint" || typeof value === "number" || value instanceof CelUint;
}

/** Below, at or above zero; an error where the two cannot be ordered. The first is of a type that has an order. */
export function compare(a: CelValue, b: CelValue): number | Failure {
  if (isNumber(a) && isNumber(b)) {
    const sign = compareNumbers(a, b);
    return Number.isNaN(sign) ? new Failure("NaN values cannot be ordered") : sign;
  }
  if (Number.isNaN(a)) return new Failure("NaN values cannot be ordered");
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : noSuchOverload;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : noSuchOverload;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof CelDuration && b instanceof CelDuration) return order(a.nanoseconds, b.nanoseconds);
  return noSuchOverload;
}

/** NaN where one of them is. As cel-go, an int is rounded to a double first (common/types/compare.go). */
export function compareNumbers(a: CelNumber, b: CelNumber): number {
  if (typeof a === "number") return compareDouble(a, b);
  if (typeof b === "number") return -compareDouble(b, a);
  return order(wholeOf(a), wholeOf(b));
}

function compareDouble(a: number, b: CelNumber): number {
  if (typeof b === "number") return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  const [least, most] = b instanceof CelUint ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  if (a < least) return -1;
  if (a > most) return 1;
  return compareDouble(a, Number(wholeOf(b)));
}

function wholeOf(value: bigint | CelUint): bigint {
  return value instanceof CelUint ? value.value : value;
}

function order<T extends bigint | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
