import { durationType } from "./cel-type.ts";
import { formatPlainDouble } from "./doubles.ts";
import { int64Max } from "./integers.ts";

export const secondInNanoseconds = 1_000_000_000n;

/** A Go `time.Duration`: an int64 of nanoseconds. */
export class CelDuration {
  readonly type = durationType;
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }

  equals(other: unknown): boolean {
    return other instanceof CelDuration && this.nanoseconds === other.nanoseconds;
  }

  /** As cel-go makes text of it: `5400s`, and not Go's `1h30m0s`. */
  toString(): string {
    return `${formatPlainDouble(this.inUnits(secondInNanoseconds))}s`;
  }

  /** Go: Duration.Seconds, .Minutes, .Hours: whole units and the rest are made doubles apart. */
  inUnits(unit: bigint): number {
    return Number(this.nanoseconds / unit) + Number(this.nanoseconds % unit) / Number(unit);
  }
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: secondInNanoseconds,
  m: 60n * secondInNanoseconds,
  h: 3600n * secondInNanoseconds,
};

const part = /(\d*)(?:\.(\d*))?([^.\d]+)/y;

/** One above the largest int64: what a negative duration may have. */
const most = int64Max + 1n;

/** Go: time.ParseDuration; undefined where it fails. */
export function parseDuration(text: string): CelDuration | undefined {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return new CelDuration(0n);
  const total = unsigned === "" ? undefined : sumOfParts(unsigned);
  if (total === undefined) return undefined;
  if (text.startsWith("-")) return new CelDuration(-total);
  return total === most ? undefined : new CelDuration(total);
}

function sumOfParts(text: string): bigint | undefined {
  let total = 0n;
  part.lastIndex = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    const nanoseconds = readPart(part.exec(text));
    if (nanoseconds === undefined) return undefined;
    total += nanoseconds;
    if (total > most) return undefined;
  }
  return total;
}

function readPart(match: RegExpExecArray | null): bigint | undefined {
  const [, whole = "", fraction = "", name = ""] = match ?? [];
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  if (unit === undefined || whole + fraction === "") return undefined;
  const value = BigInt(whole.replace(/^0+(?=.{20})/, "")) * unit;
  return value > most ? undefined : value + nanosecondsOfFraction(fraction, unit);
}

/** In doubles, as Go does it, from as many digits as an int64 holds. */
function nanosecondsOfFraction(digits: string, unit: bigint): bigint {
  let [value, scale] = [0n, 1];
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > int64Max / 10n || next > most) break;
    [value, scale] = [next, scale * 10];
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}
