import { CelUint, type CelMap, type CelValue } from "./value.ts";

/**
 * The value under a key; numbers find the key of another type that they equal without loss (cel-go:
 * common/types/map.go, refValMapAccessor.Find). Undefined: there is none.
 */
export function findKey(map: CelMap, key: CelValue): CelValue | undefined {
  switch (typeof key) {
    case "string":
    case "boolean":
      return map.get(key);
    case "bigint":
      return map.has(key) ? map.get(key) : findUint(map, key);
    case "number":
      return findDouble(map, key);
    default:
      return key instanceof CelUint ? findAsUint(map, key) : undefined;
  }
}

function findAsUint(map: CelMap, { value }: CelUint): CelValue | undefined {
  const same = findUint(map, value);
  return same === undefined ? map.get(value) : same;
}

function findDouble(map: CelMap, key: number): CelValue | undefined {
  const same = map.get(key);
  if (same !== undefined || !Number.isInteger(key) || Math.abs(key) >= 2 ** 64) return same;
  const whole = BigInt(key);
  return map.has(whole) && Math.abs(key) < 2 ** 63 ? map.get(whole) : findUint(map, whole);
}

/** uints are objects here, and few maps have any: those of literals. */
function findUint(map: CelMap, key: bigint): CelValue | undefined {
  if (key < 0n) return undefined;
  for (const [other, value] of map) if (other instanceof CelUint && other.value === key) return value;
  return undefined;
}

/** The key of a map that is under construction: a uint that is there already counts as the same. */
export function keyIn(map: CelMap, key: CelValue): CelValue {
  if (!(key instanceof CelUint)) return key;
  for (const other of map.keys()) if (other instanceof CelUint && other.value === key.value) return other;
  return key;
}
