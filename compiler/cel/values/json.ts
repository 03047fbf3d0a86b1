import { isInt64 } from "./integers.ts";
import type { CelValue } from "./value.ts";

/** A CEL map: what a JSON object becomes. */
type JsonMap = Map<CelValue, CelValue>;

/**
 * JSON as the API server reads it (sigs.k8s.io/json, convertNumber): digits alone are an int when int64 holds them,
 * anything with a point or an exponent is a double. `1.0` and `1e3` stay doubles, which a JavaScript number cannot say.
 */
export function celValueOfText(text: string): CelValue {
  return JSON.parse(text, reviveCel) as CelValue;
}

function reviveCel(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value === "number") return celNumberOfText(context?.source ?? String(value));
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return new Map(Object.entries(value).map(([key, entry]) => [key.toWellFormed(), entry]));
}

function celNumberOfText(source: string): bigint | number {
  return /[.eE]/.test(source) ? Number(source) : celInteger(BigInt(source));
}

/** Beyond int64 the API server falls back to a double. */
function celInteger(value: bigint): bigint | number {
  return isInt64(value) ? value : Number(value);
}

/**
 * A JavaScript value as the API server would read it from `JSON.stringify`: whole numbers are ints, a lone surrogate is
 * U+FFFD, undefined properties are absent. A bigint is an int beyond 2^53; what already is a CEL map stays as it is, so
 * that a part of a request may come from `celValueOfText`.
 */
export function celValueOfJson(json: unknown): CelValue {
  switch (typeof json) {
    case "boolean":
      return json;
    case "string":
      return json.toWellFormed();
    case "bigint":
      return celInteger(json);
    case "number":
      return celNumber(json);
    case "undefined":
      return null;
    case "object":
      return celObject(json);
    default:
      throw new TypeError(`${typeof json} is not JSON`);
  }
}

/** Beyond 2^53 JavaScript writes fewer digits than the number has, and the API server reads those. */
function celNumber(value: number): bigint | number {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
  if (Number.isSafeInteger(value)) return BigInt(value);
  return Number.isInteger(value) ? celNumberOfText(JSON.stringify(value)) : value;
}

function celObject(json: object | null): CelValue {
  if (json === null) return null;
  if (Array.isArray(json)) return json.map(celValueOfJson);
  if (json instanceof Map) return json as JsonMap;
  const map: JsonMap = new Map();
  for (const [key, value] of Object.entries(json)) {
    if (value !== undefined) map.set(key.toWellFormed(), celValueOfJson(value));
  }
  return map;
}
