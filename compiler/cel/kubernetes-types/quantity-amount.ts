import { NotEvaluatedHere } from "../failures.ts";
import { isInt64 } from "../values/integers.ts";

/** `value * 10 ** scale`; a whole one is held in an int64. */
export type Amount = Whole | Decimal;

export interface Whole {
  readonly kind: "whole";
  readonly value: bigint;
  readonly scale: number;
}

export interface Decimal {
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
