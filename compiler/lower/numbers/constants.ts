import { call as celCall, literal } from "../../ir/expression.ts";
import type { Span } from "../../diagnostics/span.ts";
import { type Dynamic, type StaticValue, dynamic, staticValue } from "../value.ts";

const ofMath = ["E", "LN10", "LN2", "LOG10E", "LOG2E", "PI", "SQRT1_2", "SQRT2"] as const;
const ofNumber = [
  "EPSILON",
  "MAX_SAFE_INTEGER",
  "MAX_VALUE",
  "MIN_SAFE_INTEGER",
  "MIN_VALUE",
  "NaN",
  "NEGATIVE_INFINITY",
  "POSITIVE_INFINITY",
] as const;

const constants: ReadonlyMap<string, number> = new Map([
  ["global Infinity", Infinity],
  ["global NaN", NaN],
  ...ofMath.map((name) => [`global Math.${name}`, Math[name]] as const),
  ...ofNumber.map((name) => [`global Number.${name}`, Number[name]] as const),
]);

/** `Math.PI`, by the name under which the call table knows it. */
export function numberConstant(name: string): StaticValue | undefined {
  const value = constants.get(name);
  return value === undefined ? undefined : staticValue(value);
}

/** `Infinity` and `Number.MAX_VALUE`: CEL has no literal of the first, and compares neither with whole numbers exactly. */
export function limitOfDoubles(value: unknown, span: Span): Dynamic | undefined {
  if (typeof value !== "number" || Math.abs(value) < Number.MAX_VALUE) return undefined;
  return dynamic(celCall("double", [literal(String(value), span)], span), { kind: "number" });
}
