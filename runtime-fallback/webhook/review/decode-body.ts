import type { JsonObject } from "../../../compiler/api/json.ts";
import { isUtf8 } from "node:buffer";
import { Rejection } from "../rejection.ts";

/**
 * The JSON of a body. What no API server writes is denied, since two readers could take it for two different things: bytes
 * that are not UTF-8, and a key that stands twice in an object (JavaScript and Go take the last, others the first).
 */
export function decodeBody(bytes: Buffer, members: number): unknown {
  if (!isUtf8(bytes)) throw new Rejection("bad-json", "the body is not UTF-8");
  const value = parse(bytes.toString("utf8"));
  if (countKeys(value) !== members) throw new Rejection("bad-json", "a key stands twice in an object of the body");
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not the parser's own words: they quote the body.
    throw new Rejection("bad-json", "the body is not JSON");
  }
}

/** The text has as many colons outside of strings as the value has keys, unless the parser dropped one that came before. */
function countKeys(root: unknown): number {
  let keys = 0;
  const left: object[] = [];
  const keep = (inner: unknown): void => {
    if (typeof inner === "object" && inner !== null) left.push(inner);
  };
  keep(root);
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) value.forEach(keep);
    else keys += keepValues(value as JsonObject, keep);
  }
  return keys;
}

/** How many there are. Everything under an object that was parsed is its own; a list of 100,000 values takes as long to make as to parse. */
function keepValues(value: JsonObject, keep: (inner: unknown) => void): number {
  let keys = 0;
  for (const key in value) {
    keys += 1;
    keep(value[key]);
  }
  return keys;
}
