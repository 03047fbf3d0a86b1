import { CelError, noSuchOverload } from "./failures.ts";
import { type CelList, type CelMap, CelOptional, type CelScalar, type CelValue, isList, isMap } from "./value.ts";

/** CEL's `==`: never an error; different types are unequal, an int and a double compare as numbers. */
export function equal(a: CelValue, b: CelValue): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (isMap(a)) return isMap(b) && equalMaps(a, b);
  if (a instanceof CelOptional && b instanceof CelOptional) return equalOptionals(a, b);
  return false;
}

function equalLists(a: CelList, b: CelList): boolean {
  return a.length === b.length && a.every((element, at) => equal(element, b[at] as CelValue));
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = find(b, key);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}

function equalOptionals(a: CelOptional, b: CelOptional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equal(a.value, b.value);
}

/** A double finds the int key that it equals without loss (cel-go: common/types/map.go, refValMapAccessor.Find). */
export function find(map: CelMap, key: CelValue): CelValue | undefined {
  if (typeof key === "number" && Number.isInteger(key)) return map.get(BigInt(key));
  return map.get(key as CelScalar);
}

export function isNumber(value: CelValue): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

const int64Limit = 2 ** 63;

/** As cel-go: within the range of int64 an int is rounded to a double first (common/types/compare.go). */
function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "bigint") return -compareNumbers(b, a);
  if (a < -int64Limit) return -1;
  if (a > int64Limit) return 1;
  return Math.sign(a - Number(b));
}

/** Below, at or above zero, or the error of `operator`. */
export function compare(a: CelValue, b: CelValue, operator: string): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a === null || typeof a === "object") throw new CelError(`no such overload: _${operator}_`);
  throw noSuchOverload();
}

/** By code points, as Go compares UTF-8: JavaScript's `<` puts an emoji before U+FF01, because its surrogates are smaller. */
function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
