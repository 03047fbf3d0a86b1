import { Failure } from "../failures.ts";
import { timestampType } from "./cel-type.ts";
import { secondInNanoseconds } from "./duration.ts";

/** Years 1 to 9999, in seconds (cel-go: common/types/timestamp.go). */
const leastSecond = -62_135_596_800n;
const maxSecond = 253_402_300_799n;

/** An instant, and how far its clock is ahead of UTC: text of it shows the clock of the text that it came from. */
export class CelTimestamp {
  readonly type = timestampType;
  /** Since 1970. */
  readonly nanoseconds: bigint;
  /** In seconds. */
  readonly offset: number;

  constructor(nanoseconds: bigint, offset = 0) {
    this.nanoseconds = nanoseconds;
    this.offset = offset;
  }

  equals(other: unknown): boolean {
    return other instanceof CelTimestamp && this.nanoseconds === other.nanoseconds;
  }

  /** Seconds since 1970, whole ones, downwards. */
  get seconds(): bigint {
    return (this.nanoseconds - BigInt(this.nanosecond)) / secondInNanoseconds;
  }

  /** Of the second. */
  get nanosecond(): number {
    const rest = this.nanoseconds % secondInNanoseconds;
    return Number(rest < 0n ? rest + secondInNanoseconds : rest);
  }

  /** What the clock shows, in the fields that are called UTC. */
  clock(offset = this.offset): Date {
    return new Date((Number(this.seconds) + offset) * 1000);
  }

  /** Go: time.RFC3339Nano. */
  toString(): string {
    const clock = this.clock();
    const date = [clock.getUTCMonth() + 1, clock.getUTCDate()].map(twoDigits).join("-");
    const time = [clock.getUTCHours(), clock.getUTCMinutes(), clock.getUTCSeconds()].map(twoDigits).join(":");
    const fraction = `.${String(this.nanosecond).padStart(9, "0")}`.replace(/\.?0+$/, "");
    return `${String(clock.getUTCFullYear()).padStart(4, "0")}-${date}T${time}${fraction}${zoneText(this.offset)}`;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function zoneText(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.abs(offset) / 60;
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

export const timestampOverflow = new Failure("timestamp overflow");

export function checkedTimestamp(nanoseconds: bigint, offset: number): CelTimestamp | Failure {
  const timestamp = new CelTimestamp(nanoseconds, offset);
  const { seconds } = timestamp;
  return seconds < leastSecond || seconds > maxSecond ? timestampOverflow : timestamp;
}

const rfc3339 =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)(?:[.,](\d+))?(?:Z|([+-])([01]\d|2[0-4]):([0-5]\d|60))$/;

/** Go: time.Parse(time.RFC3339, text), which takes a little more than RFC 3339; undefined where it fails. */
export function parseTimestamp(text: string): CelTimestamp | Failure | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second);
  const [zoneHour = 0, zoneMinute = 0] = match.slice(9, 11).map((digits) => Number(digits ?? 0));
  const offset = (zoneHour * 60 + zoneMinute) * (match[8] === "-" ? -60 : 60);
  const fraction = BigInt((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return checkedTimestamp((BigInt(date.getTime()) / 1000n - BigInt(offset)) * secondInNanoseconds + fraction, offset);
}
