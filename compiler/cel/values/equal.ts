import type { Failure } from "../failures.ts";
import { CelType } from "./cel-type.ts";
import { compareNumbers, isNumber } from "./compare.ts";
import { findKey } from "./keys.ts";
import { CelFields, type CelList, type CelMap, CelOptional, CelUint, type CelValue, isList, isMap } from "./value.ts";

/**
 * CEL's `==`: different types are unequal, numbers of different types compare as numbers. An error only where a value
 * of a Kubernetes type meets one of another type.
 */
export function equal(a: CelValue, b: CelValue): boolean | Failure {
  if (a === b) return !Number.isNaN(a);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a === null || typeof a !== "object" || b === null) return false;
  if (isList(a)) return typeof b === "object" && isList(b) && equalLists(a, b);
  if (isMap(a)) return typeof b === "object" && isMap(b) && equalMaps(a, b);
  return equalObjects(a, b);
}

/** Whether a search for the value finds this one: an error is no finding. */
export function isSame(a: CelValue, b: CelValue): boolean {
  return equal(a, b) === true;
}

type CelObject = Exclude<CelValue, null | boolean | bigint | number | string | CelList | CelMap>;

function equalObjects(a: CelObject, b: CelValue): boolean | Failure {
  if (a instanceof CelOptional) return b instanceof CelOptional && equalOptionals(a, b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof CelType) return b instanceof CelType && a.typeName === b.typeName;
  if (a instanceof CelUint || a instanceof CelFields) return false;
  return a.equals(b);
}

/** Within a list or map cel-go takes an error for equality (common/types/list.go, Equal). */
function equalLists(a: CelList, b: CelList): boolean {
  return a.length === b.length && a.every((element, at) => equal(element, b[at] as CelValue) !== false);
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = findKey(b, key);
    if (other === undefined || equal(value, other) === false) return false;
  }
  return true;
}

function equalOptionals(a: CelOptional, b: CelOptional): boolean | Failure {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equal(a.value, b.value);
}
