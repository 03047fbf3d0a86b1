import { type CelValue, isList } from "./value.ts";

/**
 * The accumulator of a comprehension that started as an empty list: `+` appends to it, in cel-go as well. Where a macro
 * gives a name to an empty list (`optMap`), that shows.
 */
export class MutableList extends Array<CelValue> {}

/** The same for a map, into which `transformMap` puts entries. */
export class MutableMap extends Map<CelValue, CelValue> {}

export function mutable(value: CelValue): CelValue {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.length === 0 ? new MutableList() : value;
  return value instanceof Map && value.size === 0 ? new MutableMap() : value;
}

export function immutable(value: CelValue): CelValue {
  if (value instanceof MutableList) return Array.from(value);
  return value instanceof MutableMap ? new Map(value) : value;
}
