import { Failure, NotEvaluatedHere } from "../failures.ts";
import { formatDouble, parseDouble } from "../values/doubles.ts";
import { type CelDuration, parseDuration } from "../values/duration.ts";
import { checkedUint, intOfDouble, parseInt64, parseUint64, uintOfDouble } from "../values/integers.ts";
import { type CelTimestamp, checkedTimestamp, parseTimestamp } from "../values/timestamp.ts";
import { CelUint, type CelValue, runtimeType } from "../values/value.ts";
import { type Charges, oneUnit, traversal, sizeOf } from "../cost/charges.ts";
import { type Emitted, ofTarget, atMostOne } from "../cost/estimates.ts";
import { type AboutFunction, type CelFunction, type Implementation, type OverloadRow, define } from "./cel-function.ts";

const same = (value: CelValue): CelValue => value;

/** A parser's answer, or cel-go's one error for text that it does not take. */
function ofText(target: string, parse: (text: string) => CelValue | Failure | undefined): Implementation {
  const failure = new Failure(`type conversion error from 'string' to '${target}'`);
  return (text: string) => {
    const value = parse(text);
    return value === undefined ? failure : value;
  };
}

const emitted: Emitted = { estimate: atMostOne };

/** cel-go: common/stdlib/standard.go, and ConvertToType of each type. */
export const conversions: readonly CelFunction[] = [
  conversion("type", [["type", "(A): type(A)"]], { implementation: runtimeType, emitted: { estimate: atMostOne } }),
  conversion("dyn", [["to_dyn", "(A): dyn"]], { implementation: same, emitted: { estimate: atMostOne } }),
  conversion("bool", [
    ["bool_to_bool", "(bool): bool", same],
    ["string_to_bool", "(string): bool", ofText("bool", boolOfText)],
  ]),
  conversion(
    "bytes",
    [
      ["bytes_to_bytes", "(bytes): bytes", same],
      ["string_to_bytes", "(string): bytes", (text: string) => Buffer.from(text)],
    ],
    { charges: ofSize("string_to_bytes") },
  ),
  conversion(
    "double",
    [
      ["double_to_double", "(double): double", same],
      ["int64_to_double", "(int): double", Number as (value: bigint) => number],
      ["string_to_double", "(string): double", ofText("double", doubleOfText)],
      ["uint64_to_double", "(uint): double", ({ value }: CelUint) => Number(value)],
    ],
    { emitted: { estimate: ofTarget } },
  ),
  conversion(
    "duration",
    [
      ["duration_to_duration", "(duration): duration", same],
      ["string_to_duration", "(string): duration", ofText("google.protobuf.Duration", parseDuration)],
    ],
    { isLiteral: (text) => parseDuration(text) !== undefined, emitted },
  ),
  conversion(
    "int",
    [
      ["int64_to_int64", "(int): int", same],
      ["double_to_int64", "(double): int", intOfDouble],
      ["duration_to_int64", "(duration): int", ({ nanoseconds }: CelDuration) => nanoseconds],
      ["string_to_int64", "(string): int", ofText("int", parseInt64)],
      ["timestamp_to_int64", "(timestamp): int", ({ seconds }: CelTimestamp) => seconds],
      ["uint64_to_int64", "(uint): int", intOfUint],
    ],
    { emitted: { estimate: ofTarget } },
  ),
  conversion("string", stringRows(), { charges: ofSize("bytes_to_string"), emitted: { estimate: atMostOne, text: "number" } }),
  conversion(
    "timestamp",
    [
      ["timestamp_to_timestamp", "(timestamp): timestamp", same],
      ["int64_to_timestamp", "(int): timestamp", (seconds: bigint) => checkedTimestamp(seconds * 1_000_000_000n, 0)],
      ["string_to_timestamp", "(string): timestamp", ofText("google.protobuf.Timestamp", parseTimestamp)],
    ],
    { isLiteral: isTimestamp, emitted },
  ),
  conversion("uint", [
    ["uint64_to_uint64", "(uint): uint", same],
    ["double_to_uint64", "(double): uint", uintOfDouble],
    ["int64_to_uint64", "(int): uint", checkedUint],
    ["string_to_uint64", "(string): uint", ofText("uint", uintOfText)],
  ]),
];

/** A conversion of a constant is made when the policy is written, and fails there. */
function conversion(name: string, rows: readonly OverloadRow[], about: Partial<AboutFunction> = {}): CelFunction {
  return define(name, rows, { charges: oneUnit, special: "conversion", ...about });
}

/** Of one overload: what it copies. */
function ofSize(overload: string): Charges {
  return { celGo: { [overload]: ([value]) => traversal(sizeOf(value)) } };
}

function isTimestamp(text: string): boolean {
  const timestamp = parseTimestamp(text);
  return timestamp !== undefined && !(timestamp instanceof Failure);
}

function stringRows(): readonly OverloadRow[] {
  return [
    ["string_to_string", "(string): string", same],
    ["bool_to_string", "(bool): string", String as (value: boolean) => string],
    ["bytes_to_string", "(bytes): string", textOfBytes],
    ["double_to_string", "(double): string", formatDouble],
    ["duration_to_string", "(duration): string", String as (value: CelDuration) => string],
    ["int64_to_string", "(int): string", String as (value: bigint) => string],
    ["timestamp_to_string", "(timestamp): string", String as (value: CelTimestamp) => string],
    ["uint64_to_string", "(uint): string", ({ value }: CelUint) => String(value)],
  ];
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function textOfBytes(bytes: Uint8Array): string | Failure {
  try {
    return decoder.decode(bytes);
  } catch {
    return new Failure("invalid UTF-8 in bytes, cannot convert to string");
  }
}

/** Go: strconv.ParseBool. */
function boolOfText(text: string): boolean | undefined {
  if (["1", "t", "T", "TRUE", "true", "True"].includes(text)) return true;
  return ["0", "f", "F", "FALSE", "false", "False"].includes(text) ? false : undefined;
}

function doubleOfText(text: string): number | undefined {
  const value = parseDouble(text);
  if (value === "hexadecimal") throw new NotEvaluatedHere(`double(...) of the hexadecimal text ${text}`);
  return value;
}

function uintOfText(text: string): CelUint | undefined {
  const value = parseUint64(text);
  return value === undefined ? undefined : new CelUint(value);
}

function intOfUint({ value }: CelUint): bigint | Failure {
  return value < 2n ** 63n ? value : new Failure("integer overflow");
}
