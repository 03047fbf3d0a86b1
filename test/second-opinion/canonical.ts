import { CelOptional, CelType, type CelValue } from "../../compiler/simulator/admission/index.ts";

/**
 * A value that is no JSON: a time, a duration, a quantity. Of two of them nothing is compared; expressions that compare
 * them are.
 */
export const opaque = "opaque";

/** A value as text that is equal for equal values: ints and doubles are told apart, maps are sorted by their keys. */
export function canonical(value: CelValue): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return canonicalDouble(value);
  if (value instanceof CelOptional) return value.value === undefined ? "optional.none()" : `optional(${canonical(value.value)})`;
  if (value instanceof CelType) return `type(${value.typeName})`;
  if (Array.isArray(value)) return canonicalList((value as readonly CelValue[]).map(canonical));
  if (value instanceof Map)
    return canonicalMap([...value].map(([key, entry]) => [canonical(key as CelValue), canonical(entry as CelValue)]));
  return opaque;
}

export const canonicalDouble = (value: number): string => `double(${Object.is(value, -0) ? "-0" : value})`;

/**
 * Sorted: a list may come from the keys of a map, whose order CEL leaves open. Rules whose answer depends on it do not
 * compile.
 */
export const canonicalList = (elements: readonly string[]): string => `[${elements.toSorted().join(", ")}]`;

export function canonicalMap(entries: readonly (readonly [string, string])[]): string {
  const sorted = entries.map(([key, value]) => `${key}: ${value}`).toSorted();
  return `{${sorted.join(", ")}}`;
}
