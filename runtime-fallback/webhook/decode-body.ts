import { isUtf8 } from "node:buffer";
import { Rejection } from "./rejection.ts";

/**
 * The JSON of a body. What no API server writes is refused, since two readers could take it for two different things: bytes
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
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const inner of value as readonly unknown[]) if (typeof inner === "object" && inner !== null) left.push(inner);
      continue;
    }
    // Everything under an object that was parsed is its own, and no list of it is made.
    for (const key in value) {
      keys += 1;
      const inner = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof inner === "object" && inner !== null) left.push(inner);
    }
  }
  return keys;
}
