import { createHash } from "node:crypto";
import { isJsonObject } from "../api/json.ts";

/** Of the schema's content: the same for YAML, JSON and whatever order a tool writes keys in. */
export function schemaHash(schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(ordered(schema)) ?? "")
    .digest("hex");
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key])]));
}
