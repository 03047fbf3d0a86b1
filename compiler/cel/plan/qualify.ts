import { CelError, Failure, NotEvaluatedHere } from "../failures.ts";
import { formatDouble } from "../values/doubles.ts";
import { findKey } from "../values/keys.ts";
import { CelFields, type CelList, CelUint, type CelValue, isList, isMap, runtimeType } from "../values/value.ts";
import type { Outcome } from "./frame.ts";

/**
 * One step of `a.b[c].?d`: the value under the key. What is absent is undefined under a presence test and an error
 * otherwise. A list takes no text as key, not even under a presence test, although text, numbers and null do
 * (cel-go: interpreter/attributes.go, refQualify).
 */
export function qualify(object: CelValue, key: CelValue, isPresenceTest: boolean): Outcome | undefined {
  if (typeof key === "object" && !(key instanceof CelUint)) return rejectKey(key);
  if (isMap(object)) {
    const found = findKey(object, key);
    return found !== undefined || isPresenceTest ? found : new Failure(`no such key: ${textOfKey(key)}`);
  }
  if (isList(object)) return elementAt(object, key, isPresenceTest);
  if (object instanceof CelFields) return readField(object, textOfKey(key));
  return isPresenceTest ? undefined : new Failure(`no such key: ${textOfKey(key)}`);
}

/** cel-go fails on any other key, in words that name a Go type and differ between versions. */
function rejectKey(key: CelValue): never {
  throw new NotEvaluatedHere(`a ${runtimeType(key).typeName} as key`);
}

/** What a variable of a policy fails with is an error like any other of the expression that reads it. */
function readField(object: CelFields, field: string): Outcome {
  try {
    return object.read(field);
  } catch (error) {
    if (error instanceof CelError) return new Failure(error.message);
    throw error;
  }
}

function elementAt(list: CelList, key: CelValue, isPresenceTest: boolean): Outcome | undefined {
  const index = indexOf(key);
  if (index instanceof Failure) return index;
  const found = index >= 0 && index < list.length ? list[Number(index)] : undefined;
  return found !== undefined || isPresenceTest ? found : new Failure(`index out of bounds: ${textOfKey(key)}`);
}

/** cel-go: common/types/list.go, IndexOrError. */
function indexOf(key: CelValue): bigint | Failure {
  if (typeof key === "bigint") return key;
  const isWhole = typeof key === "number" && Number.isInteger(key) && Math.abs(key) < 2 ** 63;
  if (isWhole) return BigInt(key);
  if (key instanceof CelUint && key.value < 2n ** 63n) return key.value;
  const isNumber = typeof key === "number" || key instanceof CelUint;
  if (isNumber) return new Failure(`unsupported index value ${textOfKey(key)} in list`);
  return new Failure(`unsupported index type '${runtimeType(key).typeName}' in list`);
}

function textOfKey(key: CelValue): string {
  if (typeof key === "number") return formatDouble(key);
  return String(key instanceof CelUint ? key.value : key);
}
