import { Failure } from "../failures.ts";
import { CelUint } from "./value.ts";

const intOverflow = new Failure("integer overflow");
const uintOverflow = new Failure("unsigned integer overflow");

export const int64Least = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;
export const uint64Max = 2n ** 64n - 1n;

export function isInt64(value: bigint): boolean {
  return value >= int64Least && value <= int64Max;
}

/** cel-go: common/types/overflow.go. */
export function checkedInt(value: bigint): bigint | Failure {
  return isInt64(value) ? value : intOverflow;
}

export function checkedUint(value: bigint): CelUint | Failure {
  return value >= 0n && value <= uint64Max ? new CelUint(value) : uintOverflow;
}

/** Cut towards zero; both ends of the range are out of it, since a double cannot tell them from what lies beyond. */
export function intOfDouble(value: number): bigint | Failure {
  const isInRange = value > -(2 ** 63) && value < 2 ** 63;
  return isInRange ? BigInt(Math.trunc(value)) : intOverflow;
}

export function uintOfDouble(value: number): CelUint | Failure {
  const isInRange = value >= 0 && value < 2 ** 64;
  return isInRange ? new CelUint(BigInt(Math.trunc(value))) : uintOverflow;
}

/** Go: strconv.ParseInt in base 10; undefined where it fails. No underscores, which Go takes only in base 0. */
export function parseInt64(text: string): bigint | undefined {
  const [, sign, digits] = /^([+-]?)0*([0-9]{1,19})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = sign === "-" ? -BigInt(digits) : BigInt(digits);
  return isInt64(value) ? value : undefined;
}

/** Go: strconv.ParseUint in base 10; no sign. */
export function parseUint64(text: string): bigint | undefined {
  const [, digits] = /^0*([0-9]{1,20})$/.exec(text) ?? [];
  const value = digits === undefined ? undefined : BigInt(digits);
  return value !== undefined && value <= uint64Max ? value : undefined;
}
