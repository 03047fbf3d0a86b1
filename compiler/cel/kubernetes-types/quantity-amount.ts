import { NotEvaluatedHere, Failure } from "../failures.ts";
import { isInt64, int64Max, parseInt64 } from "../values/integers.ts";

/** `value * 10 ** scale`; a whole one is held in an int64. */
export type Amount = Whole | Decimal;

export interface Whole {
  readonly kind: "whole";
  readonly value: bigint;
  readonly scale: number;
}

interface Decimal {
  readonly kind: "decimal";
  readonly value: bigint;
  readonly scale: number;
}

export function isWhole(amount: Amount): amount is Whole {
  return amount.kind === "whole";
}

export function toDecimal({ value, scale }: Amount): Decimal {
  return { kind: "decimal", value, scale };
}

export function negatedAmount(amount: Amount): Amount {
  const value = isWhole(amount) ? BigInt.asIntN(64, -amount.value) : -amount.value;
  return { ...amount, value };
}

/** Go: int64Amount.AsInt64; 1000m is none, and neither is anything that was once a decimal. */
export function asInteger(amount: Amount): bigint | undefined {
  if (!isWhole(amount) || amount.scale < 0) return undefined;
  if (amount.value === 0n) return 0n;
  return amount.scale > 18 ? undefined : scaledUp(amount, 0);
}

/** Below, at or above zero. */
export function compareAmounts(a: Amount, b: Amount): number {
  const scale = Math.min(a.scale, b.scale);
  const [x, y] = [unscaled(a, scale), unscaled(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Go: Quantity.Add: whole while both are and the sum fits. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return (isWhole(a) && isWhole(b) ? addWholes(a, b) : undefined) ?? addDecimals(a, b);
}

function addWholes(a: Whole, b: Whole): Whole | undefined {
  if (b.value === 0n) return a;
  if (a.value === 0n) return b;
  const scale = Math.min(a.scale, b.scale);
  const [x, y] = [scaledUp(a, scale), scaledUp(b, scale)];
  if (x === undefined || y === undefined || !isInt64(x + y)) return undefined;
  return { kind: "whole", value: x + y, scale };
}

function addDecimals(a: Amount, b: Amount): Decimal {
  const scale = Math.min(a.scale, b.scale);
  return { kind: "decimal", value: unscaled(a, scale) + unscaled(b, scale), scale };
}

/** Undefined where int64 does not hold it. */
function scaledUp(amount: Whole, scale: number): bigint | undefined {
  const value = unscaled(amount, scale);
  return isInt64(value) ? value : undefined;
}

/** No quantity that means anything comes near this many digits. */
const longestShift = 10_000;

function unscaled({ value, scale }: Amount, to: number): bigint {
  if (scale - to > longestShift) throw new NotEvaluatedHere("a quantity with that many digits");
  return value * 10n ** BigInt(scale - to);
}

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
  const digitsAlone = BigInt(digits + fraction) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  const rounded = roundUp(digitsAlone, (base === 10 ? exponent : 0) - fraction.length);
  const capped = base === 2 && rounded.value > int64Max * 10n ** 9n ? { ...rounded, value: int64Max, scale: 0 } : rounded;
  return isNegative ? { ...capped, value: -capped.value } : capped;
}

function roundUp(value: bigint, scale: number): Decimal {
  if (value === 0n) return { kind: "decimal", value, scale };
  if (scale >= least) return { kind: "decimal", value: value * 10n ** BigInt(scale - least), scale: least };
  const divisor = 10n ** BigInt(least - scale);
  return { kind: "decimal", value: (value + divisor - 1n) / divisor, scale: least };
}
