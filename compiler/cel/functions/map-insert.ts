import { Failure, NotEvaluatedHere } from "../failures.ts";
import { findKey } from "../values/keys.ts";
import { CelUint, type CelMap, type CelValue, MutableMap } from "../values/value.ts";
import { oneUnit } from "../cost/charges.ts";
import { type CelFunction, define, since } from "./cel-function.ts";

/** What `transformMap` and `transformMapEntry` build with (cel-go: ext/comprehensions.go). */
export const mapInsert: readonly CelFunction[] = since(33, [
  define(
    "cel.@mapInsert",
    [
      [
        "cel_@mapInsert_map_key_value",
        "(map(K, V), K, V): map(K, V)",
        (map: CelMap, key: CelValue, value: CelValue) => insert(open(map), key, value),
      ],
      ["cel_@mapInsert_map_map", "(map(K, V), map(K, V)): map(K, V)", insertAll],
    ],
    { charges: oneUnit },
  ),
]);

function insertAll(map: CelMap, entries: CelMap): CelMap | Failure {
  const larger = open(map);
  for (const [key, value] of entries) {
    const inserted = insert(larger, key, value);
    if (inserted instanceof Failure) return inserted;
  }
  return larger;
}

/** The accumulator itself takes entries; any other map is copied. */
function open(map: CelMap): Map<CelValue, CelValue> {
  return map instanceof MutableMap ? map : new Map(map);
}

function insert(map: Map<CelValue, CelValue>, key: CelValue, value: CelValue): CelMap | Failure {
  if (findKey(map, key) !== undefined) return new Failure(`insert failed: key ${textOf(key)} already exists`);
  return map.set(key, value);
}

function textOf(key: CelValue): string {
  if (key instanceof CelUint) return String(key.value);
  if (typeof key === "object" || typeof key === "number")
    throw new NotEvaluatedHere("the words of the error of a key that is there already");
  return String(key);
}
