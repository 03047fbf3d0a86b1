import type { Clock } from "../clock.ts";
import { backoffMs } from "../controller/work-queue.ts";
import type { ObjectKey } from "../kubernetes/resource.ts";
import { textOfKey } from "../kubernetes/reflector/store.ts";
import type { RecordEnd } from "./record.ts";

export const recordStates = ["open", "expired", "endless", "void"] as const;

/** Of a record: its time is not over; it is over; it has none; nobody follows it. */
export type RecordState = (typeof recordStates)[number];

/** Records as they were last seen, and which of them are due. It has no timers: somebody asks from time to time. */
export interface Expiries {
  /** Undefined: the object carries none any more, or is gone. */
  see(key: ObjectKey, record: SeenRecord | undefined): void;
  /** Those whose time is over and that have not been tried just before. */
  due(): readonly ObjectKey[];
  /** It is not due again for a while, which is longer with each time: also where somebody writes the record anew. */
  tried(key: ObjectKey): void;
  /** What was tried was too early by so much, as another clock has it: that does not count, and it waits no longer than that. */
  early(key: ObjectKey, leftMs: number): void;
  /** There is nothing to do: it is looked at again after the longest of these times. */
  leave(key: ObjectKey): void;
  states(): Iterable<RecordState>;
}

export interface SeenRecord {
  readonly uid: string;
  readonly record: RecordEnd;
}

interface Seen extends SeenRecord {
  readonly key: ObjectKey;
}

interface Tried {
  readonly uid: string;
  readonly end: number;
  readonly times: number;
  /** By the monotonic clock. */
  readonly notBefore: number;
}

const backoff = { firstMs: 5_000, maxMs: 600_000 };
/** After so long without the record, what was tried is forgotten. */
const forgottenMs = 600_000;

export function createExpiries(clock: Clock, random: () => number): Expiries {
  const seen = new Map<string, Seen>();
  const tried = new Map<string, Tried>();
  const endOf = ({ record }: Seen): number => (record.kind === "at" ? record.end : Number.POSITIVE_INFINITY);
  /** Of this object, and of this time: one that is opened anew is due at once. */
  const triesOf = (text: string, one: Seen): Tried | undefined => {
    const tries = tried.get(text);
    return tries?.uid === one.uid && tries.end === endOf(one) ? tries : undefined;
  };
  const wait = (key: ObjectKey, next: (times: number) => { readonly times: number; readonly ms: number }): void => {
    const text = textOfKey(key);
    const one = seen.get(text);
    if (one === undefined) return;
    const { times, ms } = next(triesOf(text, one)?.times ?? 0);
    tried.set(text, { uid: one.uid, end: endOf(one), times, notBefore: clock.monotonic() + ms });
  };
  const waitLonger = (key: ObjectKey, least: number): void =>
    wait(key, (times) => ({ times: times + 1, ms: Math.max(least, backoffMs(backoff, times + 1, random)) }));
  const forget = (): void => {
    const before = clock.monotonic() - forgottenMs;
    for (const [text, { notBefore }] of tried) if (notBefore < before && !seen.has(text)) tried.delete(text);
  };
  return {
    see: (key, record) => {
      if (record === undefined) seen.delete(textOfKey(key));
      else seen.set(textOfKey(key), { ...record, key });
    },
    due: () => {
      forget();
      const [now, monotonic] = [clock.now(), clock.monotonic()];
      const isDue = ([text, one]: readonly [string, Seen]): boolean =>
        endOf(one) <= now && (triesOf(text, one)?.notBefore ?? 0) <= monotonic;
      return [...seen].filter(isDue).map(([, { key }]) => key);
    },
    tried: (key) => waitLonger(key, 0),
    early: (key, leftMs) => wait(key, (times) => ({ times: Math.max(0, times - 1), ms: Math.min(leftMs, backoff.maxMs) })),
    leave: (key) => waitLonger(key, backoff.maxMs),
    *states() {
      const now = clock.now();
      for (const one of seen.values()) {
        if (one.record.kind !== "at") yield one.record.kind;
        else yield one.record.end <= now ? "expired" : "open";
      }
    },
  };
}
