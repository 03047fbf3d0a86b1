import { readFileSync } from "node:fs";
import { type DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { startOfFile } from "../diagnostics/span.ts";
import type { Reads } from "./reads.ts";

/** The text of a file. `isWhole` is false after a diagnostic. */
export interface SourceText {
  readonly text: string;
  readonly isWhole: boolean;
}

interface Reading {
  readonly bag: DiagnosticBag;
  readonly reads?: Reads | undefined;
}

/** Undefined where nothing can be read. Without the byte order mark: columns are counted as editors do. */
export function readSource(path: string, shown: string, { bag, reads }: Reading): SourceText | undefined {
  try {
    const bytes = readFileSync(path);
    reads?.text(path, bytes);
    return decode(bytes, shown, bag);
  } catch (error) {
    reads?.text(path, undefined);
    bag.report("unreadable-path", startOfFile(shown), { path: shown, reason: readProblem(error) });
    return undefined;
  }
}

/** `EACCES`, `ELOOP`, ... */
export function readProblem(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** TypeScript would read U+FFFD for what is no UTF-8, and the rule would mean something else than its author sees. */
function decode(bytes: Buffer, shown: string, bag: DiagnosticBag): SourceText {
  const text = new TextDecoder().decode(bytes);
  const wrong = firstDifference(bytes, Buffer.from(text), text);
  if (wrong === undefined) return { text, isWhole: true };
  bag.report("not-utf8", { file: shown, start: wrong, end: wrong + 1 }, { path: shown });
  return { text, isWhole: false };
}

/** Where reading was not exact, as a place in `text`. */
function firstDifference(bytes: Buffer, reading: Buffer, text: string): number | undefined {
  const mark = bytes.length - reading.length === 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0;
  const written = bytes.subarray(mark);
  if (written.equals(reading)) return undefined;
  const at = reading.findIndex((byte, index) => byte !== written[index]);
  return Math.min(reading.subarray(0, Math.max(at, 0)).toString("utf8").length, text.length);
}
