import { Failure, NotEvaluatedHere } from "../failures.ts";
import { type CelDuration, secondInNanoseconds } from "../values/duration.ts";
import { parseInt64 } from "../values/integers.ts";
import type { CelTimestamp } from "../values/timestamp.ts";
import { oneUnit } from "../cost/charges.ts";
import { atMostOne } from "../cost/estimates.ts";
import { type CelFunction, type OverloadRow, define } from "./cel-function.ts";

/** Of what the clock shows, in the fields that are called UTC. */
type Field = (clock: Date, timestamp: CelTimestamp) => number;

/** Those of CEL alone: JavaScript counts the days of a month from one, as `getDate`, and those of a year not at all. */
const unwritten: ReadonlySet<string> = new Set(["getDayOfYear", "getDayOfMonth"]);

/** cel-go: common/stdlib/standard.go. */
export const timeFunctions: readonly CelFunction[] = [
  getter("getFullYear", "year", (clock) => clock.getUTCFullYear()),
  getter("getMonth", "month", (clock) => clock.getUTCMonth()),
  getter("getDayOfYear", "day_of_year", dayOfYear),
  getter("getDayOfMonth", "day_of_month", (clock) => clock.getUTCDate() - 1),
  getter("getDate", "day_of_month_1_based", (clock) => clock.getUTCDate()),
  getter("getDayOfWeek", "day_of_week", (clock) => clock.getUTCDay()),
  getter("getHours", "hours", (clock) => clock.getUTCHours(), wholeUnits(3600n)),
  getter("getMinutes", "minutes", (clock) => clock.getUTCMinutes(), wholeUnits(60n)),
  getter("getSeconds", "seconds", (clock) => clock.getUTCSeconds(), wholeUnits(1n)),
  getter("getMilliseconds", "milliseconds", (_, { nanosecond }) => Math.trunc(nanosecond / 1e6), milliseconds),
];

function getter(name: string, id: string, field: Field, ofDuration?: (duration: CelDuration) => bigint): CelFunction {
  const rows: readonly OverloadRow[] = [
    [`timestamp_to_${id}`, "timestamp.(): int", (timestamp: CelTimestamp) => BigInt(field(timestamp.clock(0), timestamp))],
    [
      `timestamp_to_${id}_with_tz`,
      "timestamp.(string): int",
      (timestamp: CelTimestamp, zone: string) => inZone(timestamp, zone, field),
    ],
  ];
  const more: readonly OverloadRow[] = ofDuration === undefined ? [] : [[`duration_to_${id}`, "duration.(): int", ofDuration]];
  return define(name, [...rows, ...more], {
    charges: oneUnit,
    ...(!unwritten.has(name) && { emitted: { estimate: atMostOne } }),
  });
}

function inZone(timestamp: CelTimestamp, zone: string, field: Field): bigint | Failure {
  const offset = offsetOf(zone);
  return offset instanceof Failure ? offset : BigInt(field(timestamp.clock(offset), timestamp));
}

/** In seconds; `-02:00`, `5:30` and alike. Names of zones need the rules that the API server's machine has. */
function offsetOf(zone: string): number | Failure {
  const at = zone.indexOf(":");
  if (at === -1) return offsetOfNamed(zone);
  const [hours, minutes] = [atoi(zone.slice(0, at)), atoi(zone.slice(at + 1))];
  if (hours instanceof Failure) return hours;
  if (minutes instanceof Failure) return minutes;
  return (hours * 60 + (zone.startsWith("-") ? -minutes : minutes)) * 60;
}

function offsetOfNamed(zone: string): number {
  if (zone === "" || zone === "UTC") return 0;
  throw new NotEvaluatedHere(`the time zone ${zone}`);
}

/** Go: strconv.Atoi, with its words. */
function atoi(text: string): number | Failure {
  const value = parseInt64(text);
  if (value !== undefined) return Number(value);
  return new Failure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function dayOfYear(clock: Date): number {
  const first = new Date(0);
  first.setUTCFullYear(clock.getUTCFullYear(), 0, 1);
  return Math.floor((clock.getTime() - first.getTime()) / 86_400_000);
}

/** Go counts in doubles here, and in whole milliseconds below. */
function wholeUnits(seconds: bigint): (duration: CelDuration) => bigint {
  return (duration) => BigInt(Math.trunc(duration.inUnits(seconds * secondInNanoseconds)));
}

function milliseconds({ nanoseconds }: CelDuration): bigint {
  return nanoseconds / 1_000_000n;
}
