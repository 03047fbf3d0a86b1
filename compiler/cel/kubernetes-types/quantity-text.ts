import { Failure, NotEvaluatedHere } from "../failures.ts";
import { int64Max, isInt64, parseInt64 } from "../values/integers.ts";
import type { Amount, Decimal } from "./quantity-amount.ts";

const wrongFormat = new Failure("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
const wrongSuffix = new Failure("unable to parse quantity's suffix");

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
}

const decimalExponents = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const binaryExponents = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

const suffixes: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...Object.entries(decimalExponents).map(([suffix, exponent]) => [suffix, { base: 10, exponent }] as const),
  ...Object.entries(binaryExponents).map(([suffix, exponent]) => [suffix, { base: 2, exponent }] as const),
]);

/** Sign, digits before and after the point, suffix. Leading zeros do not count; even `+` alone is a zero. */
const shape = /^([+-]?)0*(\d*)(\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/;

interface Parts {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly fraction: string;
  readonly suffix: Suffix;
}

/** apimachinery: pkg/api/resource/quantity.go, ParseQuantity. */
export function parseQuantity(text: string): Amount | Failure {
  const match = text === "" ? null : shape.exec(text);
  if (match === null) return wrongFormat;
  const [, sign, whole = "", , fraction = "", suffixText = ""] = match;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return wrongSuffix;
  const parts: Parts = { isNegative: sign === "-", digits: whole === "" ? "0" : whole, fraction, suffix };
  return readWhole(parts) ?? readDecimal(parts);
}

function readSuffix(text: string): Suffix | undefined {
  const known = suffixes.get(text);
  if (known !== undefined || !/^[eE]./.test(text)) return known;
  const exponent = parseInt64(text.slice(1));
  return exponent === undefined ? undefined : { base: 10, exponent: Number(BigInt.asIntN(32, exponent)) };
}

/** So many digits an int64 holds for certain. */
const maxDigits = 18;
const least = -9;

/** Undefined where it takes a big decimal. */
function readWhole({ isNegative, digits, fraction, suffix: { base, exponent } }: Parts): Amount | undefined {
  const isBinary = base === 2;
  const room = isBinary ? 15 - digits.length - Math.trunc((exponent * 3) / 10) - 1 : maxDigits - digits.length - fraction.length;
  const scale = (isBinary ? 0 : exponent) - fraction.length;
  if (room < 0 || (isBinary && fraction !== "") || scale < least) return undefined;
  const value = BigInt(digits + fraction) * (isBinary ? 2n ** BigInt(exponent) : 1n);
  return isInt64(value) ? { kind: "whole", value: isNegative ? -value : value, scale } : undefined;
}

/** Rounded away from zero to billionths; what is binary ends at the largest int64. */
function readDecimal({ isNegative, digits, fraction, suffix: { base, exponent } }: Parts): Amount | Failure {
  if (Math.abs(exponent) > 1000) throw new NotEvaluatedHere("a quantity with that exponent");
  const unscaled = BigInt(digits + fraction) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  const rounded = roundUp(unscaled, (base === 10 ? exponent : 0) - fraction.length);
  const capped = base === 2 && rounded.value > int64Max * 10n ** 9n ? { ...rounded, value: int64Max, scale: 0 } : rounded;
  return isNegative ? { ...capped, value: -capped.value } : capped;
}

function roundUp(value: bigint, scale: number): Decimal {
  if (value === 0n) return { kind: "decimal", value, scale };
  if (scale >= least) return { kind: "decimal", value: value * 10n ** BigInt(scale - least), scale: least };
  const divisor = 10n ** BigInt(least - scale);
  return { kind: "decimal", value: (value + divisor - 1n) / divisor, scale: least };
}
