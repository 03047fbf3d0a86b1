import { Failure, noSuchOverload } from "../failures.ts";
import { CelDuration } from "./duration.ts";
import { checkedInt, checkedUint, isInt64 } from "./integers.ts";
import { CelTimestamp, checkedTimestamp } from "./timestamp.ts";
import { CelUint, type CelValue, isList, MutableList } from "./value.ts";

type Outcome = CelValue | Failure;

/** `+`: the first value is of a type that has one; the second may be anything. */
export function add(a: CelValue, b: CelValue): Outcome {
  if (typeof a === "string") return typeof b === "string" ? a + b : noSuchOverload;
  if (isList(a)) return isList(b) ? concat(a, b) : noSuchOverload;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? Buffer.concat([a, b]) : noSuchOverload;
  if (a instanceof CelTimestamp || a instanceof CelDuration) return addTime(a, b);
  return calculate(a, b, { int: (x, y) => x + y, double: (x, y) => x + y });
}

function concat(a: readonly CelValue[], b: readonly CelValue[]): CelValue {
  if (a instanceof MutableList) {
    for (const element of Array.from(b)) a.push(element);
    return a;
  }
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function addTime(a: CelTimestamp | CelDuration, b: CelValue): Outcome {
  if (a instanceof CelDuration && b instanceof CelDuration) return durationOf(a.nanoseconds + b.nanoseconds);
  if (a instanceof CelTimestamp && b instanceof CelDuration) return checkedTimestamp(a.nanoseconds + b.nanoseconds, a.offset);
  return a instanceof CelDuration && b instanceof CelTimestamp ? addTime(b, a) : noSuchOverload;
}

export function subtract(a: CelValue, b: CelValue): Outcome {
  if (a instanceof CelDuration) return b instanceof CelDuration ? durationOf(a.nanoseconds - b.nanoseconds) : noSuchOverload;
  if (a instanceof CelTimestamp) return subtractTime(a, b);
  return calculate(a, b, { int: (x, y) => x - y, double: (x, y) => x - y });
}

function subtractTime(a: CelTimestamp, b: CelValue): Outcome {
  if (b instanceof CelTimestamp) return durationOf(a.nanoseconds - b.nanoseconds);
  if (!(b instanceof CelDuration)) return noSuchOverload;
  const negated = negateNumber(b);
  return negated instanceof CelDuration ? addTime(a, negated) : negated;
}

export function multiply(a: CelValue, b: CelValue): Outcome {
  return calculate(a, b, { int: (x, y) => x * y, double: (x, y) => x * y });
}

/** Cut towards zero. */
export function divide(a: CelValue, b: CelValue): Outcome {
  if (isZero(b) && isSameWhole(a, b)) return new Failure("division by zero");
  return calculate(a, b, { int: (x, y) => x / y, double: (x, y) => x / y });
}

/** The sign is that of the first. */
export function modulo(a: CelValue, b: CelValue): Outcome {
  if (isZero(b) && isSameWhole(a, b)) return new Failure("modulus by zero");
  // The quotient of the least int64 and -1 is not an int64, and cel-go calls that an overflow here as well.
  if (typeof a === "bigint" && b === -1n && !isInt64(-a)) return checkedInt(-a);
  return calculate(a, b, { int: (x, y) => x % y, double: () => Number.NaN });
}

export function negateNumber(value: CelValue): Outcome {
  if (typeof value === "bigint") return checkedInt(-value);
  if (typeof value === "number") return -value;
  return value instanceof CelDuration ? durationOf(-value.nanoseconds) : noSuchOverload;
}

interface Calculation {
  readonly int: (a: bigint, b: bigint) => bigint;
  readonly double: (a: number, b: number) => number;
}

/** Types do not mix. */
function calculate(a: CelValue, b: CelValue, { int, double }: Calculation): Outcome {
  if (typeof a === "bigint" && typeof b === "bigint") return checkedInt(int(a, b));
  if (typeof a === "number" && typeof b === "number") return double(a, b);
  return a instanceof CelUint && b instanceof CelUint ? checkedUint(int(a.value, b.value)) : noSuchOverload;
}

function isZero(value: CelValue): boolean {
  return value === 0n || (value instanceof CelUint && value.value === 0n);
}

function isSameWhole(a: CelValue, b: CelValue): boolean {
  return typeof a === typeof b && (typeof a === "bigint" || a instanceof CelUint);
}

/** cel-go makes an integer overflow of it. */
function durationOf(nanoseconds: bigint): CelDuration | Failure {
  const checked = checkedInt(nanoseconds);
  return checked instanceof Failure ? checked : new CelDuration(checked);
}
