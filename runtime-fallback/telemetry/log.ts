import { pino } from "pino";
import { type LineFields, printableFields, printableText } from "./fields.ts";
import type { Clock } from "../clock.ts";

export type Level = "debug" | "info" | "warn" | "error";

/** Lines of JSON: `level`, `time`, `msg` and bounded, visible fields. */
export interface Log {
  debug(message: string, fields?: LineFields): void;
  info(message: string, fields?: LineFields): void;
  warn(message: string, fields?: LineFields): void;
  error(message: string, fields?: LineFields): void;
  /** Writes what is still in memory; for the end of the process. */
  flush(): void;
}

export interface LogOptions {
  readonly level: Level;
  readonly clock: Clock;
  /** Where lines go: standard output unless told. */
  readonly destination?: LogDestination;
}

export interface LogDestination {
  write(line: string): void;
  flushSync?(): void;
}

/** What waits for a reader of standard output who does not read; beyond it lines are dropped, and admission goes on. */
const maxBytesWaiting = 4 * 1024 * 1024;

/** A log on standard output. */
export function createLog({ level, clock, destination = standardOutput() }: LogOptions): Log {
  const logger = pino(
    {
      level,
      // No process id and host name: Kubernetes knows the Pod.
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: timeOfLines(clock),
    },
    destination,
  );
  const print =
    (at: Level) =>
    (message: string, fields: LineFields = {}): void =>
      logger[at](printableFields(fields), printableText(message));
  return {
    debug: print("debug"),
    info: print("info"),
    warn: print("warn"),
    error: print("error"),
    flush: () => destination.flushSync?.(),
  };
}

/** The time as a line has it. Of a second only the milliseconds are printed anew: there are a thousand lines in one. */
function timeOfLines(clock: Clock): () => string {
  let [second, text] = [Number.NaN, ""];
  return () => {
    const now = Math.floor(clock.now());
    const at = Math.floor(now / 1000);
    if (at !== second) [second, text] = [at, new Date(at * 1000).toISOString().slice(0, -"000Z".length)];
    return `,"time":"${text}${String(now - at * 1000).padStart(3, "0")}Z"`;
  };
}

/** Not synchronous: a full pipe would hold up every review. */
function standardOutput(): LogDestination {
  return pino.destination({ dest: 1, sync: false, maxLength: maxBytesWaiting });
}

/**
 * Warns at most once in `everyMs` about each thing; the next line says how many were kept
 * back. Strangers write no logs.
 */
export function throttledWarning(
  log: Log,
  clock: Clock,
  everyMs: number,
): (about: string, message: string, fields?: LineFields) => void {
  const said = new Map<string, { at: number; keptBack: number }>();
  return (about, message, fields = {}) => {
    const last = said.get(about);
    const now = clock.monotonic();
    if (last !== undefined && now - last.at < everyMs) {
      last.keptBack += 1;
      return;
    }
    said.set(about, { at: now, keptBack: 0 });
    log.warn(message, { about, ...fields, ...(last === undefined || last.keptBack === 0 ? {} : { keptBack: last.keptBack }) });
  };
}
