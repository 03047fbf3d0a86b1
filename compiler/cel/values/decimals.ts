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

function binaryOf(value: number): Binary {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const [power, fraction] = [Number((bits >> 52n) & 0x7ffn), bits & 0xfffffffffffffn];
  return power === 0 ? { mantissa: fraction, exponent: -1074 } : { mantissa: fraction | (1n << 52n), exponent: power - 1075 };
}
