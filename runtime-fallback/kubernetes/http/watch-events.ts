import { printable } from "../../escape-text.ts";
import type { WatchEvent, WatchEventType } from "../api-server.ts";
import { isJsonObject, parseJsonObject } from "../../../compiler/api/json.ts";

const newline = 0x0a;

/**
 * The lines of a stream, bounded: a line that never ends must not fill the memory. Bytes after the last newline are an
 * error, for then the stream was cut inside of a line.
 */
export async function* readLines(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string> {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      pending.push(chunk.subarray(start, end));
      requireShort(pendingBytes + end - start, maxBytes);
      const line = Buffer.concat(pending.splice(0)).toString("utf8");
      pendingBytes = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    requireShort(pendingBytes, maxBytes);
  }
  if (pendingBytes > 0) throw new Error("the stream ended inside of a line");
}

function requireShort(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new RangeError(`a line is longer than ${maxBytes} bytes`);
}

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
