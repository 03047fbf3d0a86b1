import { printable } from "../escape-text.ts";
import type { WatchEvent, WatchEventType } from "./api-server.ts";
import { isJsonObject, parseJsonObject } from "../../compiler/api/json.ts";

const types: ReadonlySet<unknown> = new Set<WatchEventType>(["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]);

/** One line of a watch. Throws where it is anything else. */
export function decodeWatchEvent(line: string): WatchEvent {
  const event = parseJsonObject(line);
  if (event !== undefined && isType(event["type"]) && isJsonObject(event["object"]))
    return { type: event["type"], object: event["object"] };
  throw new Error(`this is no event of a watch: "${printable(line, 80)}"`);
}

function isType(value: unknown): value is WatchEventType {
  return types.has(value);
}
