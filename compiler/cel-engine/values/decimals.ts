/** A finite double, exactly: `mantissa * 2 ** exponent`. */
interface Binary {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Go: strconv.FormatFloat(value, 'f', places, 64) of a finite value without its sign: rounded half to even from all digits. */
export function fixedDigits(value: number, places: number): string {
  const scaled = scaledBy(binaryOf(Math.abs(value)), places);
  const digits = String(scaled).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The nearest whole number to `value * 10 ** places`. */
function scaledBy({ mantissa, exponent }: Binary, places: number): bigint {
  const numerator = mantissa * (places < 0 ? 1n : 10n ** BigInt(places)) * (exponent < 0 ? 1n : 2n ** BigInt(exponent));
  const denominator = (places < 0 ? 10n ** BigInt(-places) : 1n) * (exponent < 0 ? 2n ** BigInt(-exponent) : 1n);
  const [quotient, rest] = [numerator / denominator, numerator % denominator];
  const half = rest * 2n - denominator;
  const isUp = half > 0n || (half === 0n && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

export interface Scientific {
  /** One before the point. */
  readonly digits: string;
  readonly exponent: number;
}

/** A finite value without its sign, rounded to `places` digits after the first. */
export function scientificDigits(value: number, places: number): Scientific {
  if (value === 0) return { digits: "0".repeat(places + 1), exponent: 0 };
  const binary = binaryOf(Math.abs(value));
  let exponent = Math.floor(Math.log10(Math.abs(value)));
  // The logarithm may be off by one, and rounding may add a digit.
  for (const candidate of [exponent - 1, exponent, exponent + 1]) {
    const digits = String(scaledBy(binary, places - candidate));
    if (digits.length === places + 1) return { digits, exponent: candidate };
    exponent = candidate;
  }
  return { digits: "1".padEnd(places + 1, "0"), exponent };
}

function binaryOf(value: number): Binary {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const [power, fraction] = [Number((bits >> 52n) & 0x7ffn), bits & 0xfffffffffffffn];
  return power === 0 ? { mantissa: fraction, exponent: -1074 } : { mantissa: fraction | (1n << 52n), exponent: power - 1075 };
}
