import { find } from "./compare.ts";
import { CelError, NotEvaluatedHere } from "./failures.ts";
import { type CelValue, isList, isMap, typeOf } from "./value.ts";

/**
 * One step of `a.b[c].?d`: the value under the key. What is absent is undefined under a presence test and an error
 * otherwise. A list takes no text as key, not even under a presence test, although text, numbers and null do
 * (cel-go: interpreter/attributes.go, refQualify).
 */
export function qualify(object: CelValue, key: CelValue, isPresenceTest: boolean): CelValue | undefined {
  requireKey(key);
  const [value, problem] = isList(object)
    ? [elementAt(object, key), "index out of bounds"]
    : [isMap(object) ? find(object, key) : undefined, "no such key"];
  if (value === undefined && !isPresenceTest) throw new CelError(`${problem}: ${textOfKey(key)}`);
  return value;
}

/** cel-go fails on any other key, in words that name a Go type and differ between versions. */
function requireKey(key: CelValue): void {
  const isKey = typeof key !== "object";
  if (!isKey) throw new NotEvaluatedHere(`a ${typeOf(key).typeName} as key`);
}

function elementAt(list: readonly CelValue[], key: CelValue): CelValue | undefined {
  if (typeof key === "bigint") return list[Number(key)];
  if (typeof key !== "number") throw new CelError(`unsupported index type '${typeOf(key).typeName}' in list`);
  if (!Number.isInteger(key) || Math.abs(key) >= 2 ** 63) throw new CelError(`unsupported index value ${textOfKey(key)} in list`);
  return list[key];
}

/** Go writes doubles in a way of its own from 1e21 on and, with `%v`, from 1e6 on. */
function textOfKey(key: CelValue): string {
  if (typeof key === "number" && (Math.abs(key) >= 1e6 || Math.abs(key) < 1e-4))
    throw new NotEvaluatedHere(`the double ${key} as key`);
  return String(key);
}
