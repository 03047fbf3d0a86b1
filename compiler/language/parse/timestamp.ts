import { Duration } from "./duration.ts";
import { type ReadableText, type Written, isReadable } from "./readable.ts";

const date =
  "((19[7-9]|20[0-9])[0-9]-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|(19(8[048]|[79][26])|20([02468][048]|[13579][26]))-02-29)";
const time = "([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]{1,9})?";
const zone = "(Z|[-+]([01][0-9]|2[0-3]):[0-5][0-9])";

/**
 * RFC 3339 with an existing date in the years 1970 to 2099. The difference of two then fits into the 292 years of a
 * duration in CEL.
 */
export const timestampText: ReadableText = { longest: 35, pattern: `^${date}T${time}${zone}$` };

/** A point in time, exact to the nanosecond. The result of `plus` and `minus`: it can only be compared. */
export class PointInTime {
  readonly #nanoseconds: bigint;

  /** Nanoseconds since 1970. */
  constructor(nanoseconds: bigint) {
    this.#nanoseconds = nanoseconds;
  }

  /** Not available in rules: they get values of this type, never the class. */
  static nanosecondsAt(point: PointInTime): bigint {
    return point.#nanoseconds;
  }

  /** CEL: `<`. */
  isBefore(other: PointInTime): boolean {
    return this.#nanoseconds < other.#nanoseconds;
  }

  /** CEL: `>`. */
  isAfter(other: PointInTime): boolean {
    return this.#nanoseconds > other.#nanoseconds;
  }

  /** Whether both are the same point in time, also in different zones. CEL: `==`. */
  equals(other: PointInTime): boolean {
    return this.#nanoseconds === other.#nanoseconds;
  }
}

/** A parsed point in time. CEL: `timestamp('2026-01-01T00:00:00Z')`. */
export class Timestamp extends PointInTime {
  /** CEL: `+`. */
  plus(duration: Duration): PointInTime {
    return new PointInTime(PointInTime.nanosecondsAt(this) + Duration.nanosecondsIn(duration));
  }

  /** CEL: `-`. */
  minus(duration: Duration): PointInTime {
    return new PointInTime(PointInTime.nanosecondsAt(this) - Duration.nanosecondsIn(duration));
  }

  /** The time from the other to this one. Negative if the other is later. CEL: `-`. */
  since(other: Timestamp): Duration {
    return new Duration(PointInTime.nanosecondsAt(this) - PointInTime.nanosecondsAt(other));
  }
}

/**
 * Parses RFC 3339 text such as `2026-01-01T00:00:00Z`, in the years 1970 to 2099. `undefined` for any other text. A
 * literal in the policy is checked at compile time.
 *
 * ```ts
 * timestamp(oldObject.metadata.creationTimestamp)?.isBefore(timestamp("2026-01-01T00:00:00Z")) === true
 * ```
 *
 * CEL: `timestamp(oldObject.metadata.creationTimestamp) < timestamp('2026-01-01T00:00:00Z')`
 */
export function timestamp<const Text extends string>(text: Written<Text>): Timestamp;
export function timestamp(text: string | undefined): Timestamp | undefined;
export function timestamp(text: string | undefined): Timestamp | undefined {
  return text !== undefined && isReadable(text, timestampText) ? new Timestamp(nanosecondsOf(text)) : undefined;
}

/** `Date` has only milliseconds, so the fraction of a second is parsed separately. */
function nanosecondsOf(text: string): bigint {
  const fraction = /[.]([0-9]+)/.exec(text)?.[1] ?? "";
  const wholeSeconds = Date.parse(text.replace(/[.][0-9]+/, ""));
  return BigInt(wholeSeconds) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
