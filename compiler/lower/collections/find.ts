import { readIndex } from "../expressions/index-access.ts";
import { type Value, rejected, staticValue } from "../value.ts";
import type { Call } from "../calls/index.ts";

/** `list.find(f)`: the first of those that a filter lets through, `list.filter(x, ...)[?0]`. */
export function find(found: Value, call: Call): Value {
  if (found.kind !== "dynamic") return rejected;
  return readIndex(found, staticValue(0), call);
}
