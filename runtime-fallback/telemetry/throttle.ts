import type { Clock } from "../clock.ts";
import type { LineFields } from "./fields.ts";
import type { Log } from "./log.ts";

/** Warns at most once in `everyMs` about each thing; the next line says how many were kept back. Strangers write no logs. */
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
