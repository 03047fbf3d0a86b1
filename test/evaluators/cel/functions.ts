import { CelError, NotEvaluatedHere, noSuchOverload } from "./failures.ts";
import { matchesPattern } from "./regular-expression.ts";
import { CelOptional, type CelValue, isList, isMap, typeOf } from "./value.ts";

/** Gets its arguments evaluated, a receiver first. */
export type CelFunction = (...values: readonly CelValue[]) => CelValue;

/** By name and number of values. `or` and `orValue` are not here: they evaluate their argument only when they need it. */
export const functions: Readonly<Record<string, CelFunction>> = {
  "size/1": size,
  "type/1": (value = null) => typeOf(value),
  "dyn/1": (value = null) => value,
  "double/1": toDouble,
  "matches/2": matches,
  "optional.of/1": (value) => new CelOptional(value),
  "optional.none/0": () => CelOptional.none,
};

export const methods: Readonly<Record<string, CelFunction>> = {
  "size/1": size,
  "matches/2": matches,
  "startsWith/2": onTexts((text, prefix) => text.startsWith(prefix)),
  "endsWith/2": onTexts((text, suffix) => text.endsWith(suffix)),
  "contains/2": onTexts((text, part) => text.includes(part)),
  "split/2": split,
  "join/2": (list = null, separator = null) => join(list, separator),
  "hasValue/1": hasValue,
};

/** Text is counted in code points. */
function size(value: CelValue = null): CelValue {
  if (typeof value === "string") return BigInt(codePoints(value));
  if (isList(value)) return BigInt(value.length);
  if (isMap(value)) return BigInt(value.size);
  throw new CelError("no such overload: size");
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
}

function toDouble(value: CelValue = null): CelValue {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") throw new NotEvaluatedHere("double(...) of a text");
  throw noOverloadFor("double", value);
}

function matches(text: CelValue = null, pattern: CelValue = null): CelValue {
  if (typeof text !== "string") throw new CelError("no such overload: matches");
  if (typeof pattern !== "string") throw noSuchOverload();
  return matchesPattern(text, pattern);
}

function onTexts(test: (text: string, other: string) => boolean): CelFunction {
  return (text, other) => {
    if (typeof text !== "string" || typeof other !== "string") throw noSuchOverload();
    return test(text, other);
  };
}

/** Without a separator the parts are code points, and those of an empty text are none. */
function split(text: CelValue = null, separator: CelValue = null): CelValue {
  if (typeof text !== "string" || typeof separator !== "string") throw noOverloadFor("split", text, separator);
  return separator === "" ? Array.from(text) : text.split(separator);
}

function join(list: CelValue, separator: CelValue): CelValue {
  // cel-go tells a list of text by its first element.
  const isListOfText = isList(list) && (list.length === 0 || typeof list[0] === "string");
  if (!isListOfText || typeof separator !== "string") throw noOverloadFor("join", list, separator);
  return list.map(requireText).join(separator);
}

function requireText(element: CelValue): string {
  if (typeof element === "string") return element;
  if (typeof element === "bigint" || typeof element === "boolean") throw new CelError(`join: invalid input: ${element}`);
  throw new NotEvaluatedHere(`the words of the error of join over a ${typeOf(element).typeName}`);
}

function hasValue(optional: CelValue = null): CelValue {
  if (!(optional instanceof CelOptional)) throw noOverloadFor("hasValue", optional);
  return optional.value !== undefined;
}

function noOverloadFor(name: string, ...values: readonly CelValue[]): CelError {
  return new CelError(`no such overload: ${name}(${values.map((value) => typeOf(value).typeName).join(", ")})`);
}
