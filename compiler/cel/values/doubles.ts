/** Go: strconv.FormatFloat(value, 'g', -1, 64), which is `%g` and `%v`: `1e+06`, `0.5`, `+Inf`. */
export function formatDouble(value: number): string {
  const special = formatSpecial(value);
  if (special !== undefined) return special;
  const { sign, digits, exponent } = shortest(value);
  // The shortest form counts as one of six digits (strconv/ftoa.go).
  if (exponent >= -4 && exponent < 6) return sign + plain(digits, exponent);
  return sign + scientific(digits, exponent);
}

/** Go: strconv.FormatFloat(value, 'f', -1, 64): never an exponent. */
export function formatPlainDouble(value: number): string {
  const special = formatSpecial(value);
  if (special !== undefined) return special;
  const { sign, digits, exponent } = shortest(value);
  return sign + plain(digits, exponent);
}

function formatSpecial(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? undefined : value > 0 ? "+Inf" : "-Inf";
}

interface Shortest {
  readonly sign: string;
  readonly digits: string;
  /** Of the first digit. */
  readonly exponent: number;
}

/** The fewest digits that read back as the same double: JavaScript and Go find the same. */
function shortest(value: number): Shortest {
  const [mantissa = "", exponent] = Math.abs(value).toExponential().split("e");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return { sign, digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

function plain(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
}

const decimal = /^[+-]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][+-]?\d[\d_]*)?$/;
const infinity = /^([+-]?)inf(inity)?$/i;

/**
 * Go: strconv.ParseFloat(text, 64); undefined where it fails, "hexadecimal" where only Go knows. A number beyond the
 * range is an error in Go, and one too small is 0.
 */
export function parseDouble(text: string): number | "hexadecimal" | undefined {
  if (/^nan$/i.test(text)) return Number.NaN;
  const [matched, sign] = infinity.exec(text) ?? [];
  if (matched !== undefined) return sign === "-" ? -Infinity : Infinity;
  if (/^[+-]?0x/i.test(text)) return "hexadecimal";
  if (!decimal.test(text) || !areUnderscoresBetweenDigits(text)) return undefined;
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}

function areUnderscoresBetweenDigits(text: string): boolean {
  return !/_(?!\d)|(?<!\d)_/.test(text);
}

/** A finite double, exactly: `mantissa * 2 ** exponent`. */
interface Binary {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/**
 * Go: strconv.FormatFloat(value, 'f', places, 64) of a finite value without its sign: rounded half to even from all
 * digits.
 */
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
