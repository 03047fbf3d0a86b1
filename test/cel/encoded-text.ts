import type { EncodedValue } from "../oracle/protocol.ts";

/** What the oracle gives, as `answerOf` writes what the engine gives. */
export function textOfEncoded(value: EncodedValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if ("int" in value) return value.int;
  if ("uint" in value) return `${value.uint}u`;
  if ("double" in value) return textOfDouble(Number(value.double.replace("Inf", "Infinity")));
  if ("bytes" in value) return `b${Buffer.from(value.bytes, "base64").toString("hex")}`;
  if ("list" in value) return `[${value.list.map(textOfEncoded).join(", ")}]`;
  if ("map" in value)
    return `{${value.map
      .map((entry) => entry.map(textOfEncoded).join(": "))
      .toSorted()
      .join(", ")}}`;
  return JSON.stringify(value);
}

export function textOfDouble(value: number): string {
  return Object.is(value, -0) ? "-0.0" : `double ${value}`;
}
