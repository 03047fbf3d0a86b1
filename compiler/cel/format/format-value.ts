import { Failure, NotEvaluatedHere } from "../failures.ts";
import { CelType } from "../values/cel-type.ts";
import { formatDouble, fixedDigits } from "../values/doubles.ts";
import { CelDuration } from "../values/duration.ts";
import { CelTimestamp } from "../values/timestamp.ts";
import { CelUint, type CelMap, type CelValue, isList, isMap, runtimeType } from "../values/value.ts";
import { textOfBytes } from "../functions/conversions.ts";
import { quoteForGo } from "./quote.ts";
import { compareText } from "../values/text.ts";

const words =
  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";

/** `%s` (cel-go: ext/formatting.go, FormatString). */
export function formatValue(value: CelValue): string | Failure {
  if (isList(value)) return formatList(value);
  if (isMap(value)) return formatMap(value);
  return formatScalar(value) ?? wrongStringType(runtimeType(value).typeName);
}

export function wrongStringType(typeName: string): Failure {
  return new Failure(`${words}, was given ${typeName}`);
}

function formatScalar(value: CelValue): string | undefined {
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelType) return value.typeName;
  if (value instanceof CelTimestamp || value instanceof CelDuration) return String(value);
  if (value instanceof Uint8Array) return requireText(value);
  if (typeof value === "number") return formatDouble(value);
  return value === null || typeof value !== "object" ? String(value) : undefined;
}

function requireText(bytes: Uint8Array): string {
  const text = textOfBytes(bytes);
  if (text instanceof Failure) throw new NotEvaluatedHere("the format of bytes that are no text");
  return text;
}

function formatList(list: readonly CelValue[]): string | Failure {
  const parts: string[] = [];
  for (const element of list) {
    const text = formatElement(element);
    if (text instanceof Failure) return text;
    parts.push(text);
  }
  return `[${parts.join(", ")}]`;
}

/** By the text of the keys. */
function formatMap(map: CelMap): string | Failure {
  const entries: (readonly [key: string, value: string])[] = [];
  for (const [key, value] of map) {
    const isKey = ["string", "boolean", "bigint"].includes(typeof key) || key instanceof CelUint;
    if (!isKey) return new Failure(`no formatting function for map key of type ${runtimeType(key).typeName}`);
    const [keyText, valueText] = [formatElement(key), formatElement(value)];
    if (keyText instanceof Failure) return keyText;
    if (valueText instanceof Failure) return valueText;
    entries.push([keyText, valueText]);
  }
  const sorted = entries.toSorted(([a], [b]) => compareText(a, b));
  return `{${sorted.map((entry) => entry.join(":")).join(", ")}}`;
}

/** Within a list or map values look like literals. */
function formatElement(value: CelValue): string | Failure {
  if (isList(value) || isMap(value)) return formatValue(value);
  if (typeof value === "number") return formatReal(value);
  const text = formatScalar(value);
  if (text === undefined) return new Failure(`no formatting function for ${runtimeType(value).typeName}`);
  if (value instanceof CelTimestamp) return `timestamp(${quoteForGo(text)})`;
  if (value instanceof CelDuration) return `duration(${quoteForGo(text)})`;
  if (value instanceof Uint8Array) return `b${quoteForGo(text)}`;
  return typeof value === "string" ? quoteForGo(text) : text;
}

function formatReal(value: number): string {
  if (!Number.isFinite(value)) return quoteForGo(formatDouble(value));
  return (value < 0 || Object.is(value, -0) ? "-" : "") + fixedDigits(value, 6);
}
