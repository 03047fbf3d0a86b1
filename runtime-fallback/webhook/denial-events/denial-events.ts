import type { OnDenied } from "../decision.ts";
import { namespaceOf, noteOf, eventReason, type EventOutcome } from "./event.ts";
import { type Regarding, regardingOf } from "./regarding.ts";
import { type BucketLimits, tokenBucket } from "../../clock.ts";
import { type DenialRecord, type WritingOptions, eventWriter } from "./write-event.ts";

export interface DenialEventLimits extends BucketLimits {
  /** Between two writes about the same object and rule. */
  readonly quietMs: number;
  /** Pairs of object and rule that are known. */
  readonly remembered: number;
  readonly atOnce: number;
  readonly waiting: number;
  readonly timeoutMs: number;
}

/** Whoever reaches the port can make the webhook deny something: these bound what that costs the API server. */
export const defaultEventLimits: DenialEventLimits = {
  perSecond: 5,
  burst: 20,
  // Somebody who looks wants to know that it still happens; with the default hour of an
  // Event's life it never ends before.
  quietMs: 5 * 60_000,
  // All that can be written in the quiet time, 1,520, and then some: 2 MiB of notes.
  remembered: 2_048,
  // Of the 16 connections over which rules look things up.
  atOnce: 2,
  waiting: 20,
  timeoutMs: 5_000,
};

export interface DenialEventsOptions extends Omit<WritingOptions, "timeoutMs"> {
  readonly counted: (outcome: EventOutcome) => void;
  readonly limits?: DenialEventLimits;
}

/**
 * An Event for each denial that is no dry run, within limits; what is beyond them is counted and dropped. A denial that
 * repeats is counted in the Event that there is.
 */
export function denialEvents(options: DenialEventsOptions): OnDenied {
  const { clock, counted, limits = defaultEventLimits } = options;
  const takeToken = tokenBucket(limits, clock);
  const denials = createRecent<DenialRecord>(limits.remembered, () => ({ count: 0, quietUntil: 0, written: undefined }));
  const namespaces = createRecent<{ closingUntil: number }>(limits.remembered, () => ({ closingUntil: 0 }));
  const writes = fewAtOnce(limits);
  const write = eventWriter({ ...options, timeoutMs: limits.timeoutMs });

  return (review, { message }, rule) => {
    if (review.isDryRun) return;
    const regarding = regardingOf(review);
    if (regarding === undefined) return counted("unfit");
    const now = clock.monotonic();
    const denial = denials.of(keyOf(regarding, rule));
    denial.count += 1;
    if (now < denial.quietUntil) return counted("repeated");
    const namespace = namespaces.of(namespaceOf(regarding));
    if (now < namespace.closingUntil) return counted("closing");
    if (!writes.hasRoom()) return counted("busy");
    if (!takeToken()) return counted("limited");
    denial.quietUntil = now + limits.quietMs;
    const { operation } = review.request;
    const action = `${operation.slice(0, 1)}${operation.slice(1).toLowerCase()}`;
    const said = { regarding, reason: eventReason(rule), action, note: noteOf(message), at: clock.now() };
    writes.begin(async () => {
      const outcome = await write(denial, said);
      // Everything in it is about to be deleted, piece by piece, and each piece may be denied again and again.
      if (outcome === "closing") namespace.closingUntil = clock.monotonic() + limits.quietMs;
      counted(outcome);
    });
  };
}

/** Names of two objects never meet: neither kinds nor namespaces hold a slash. */
function keyOf({ apiVersion, kind, namespace = "", name, uid = "" }: Regarding, rule: string): string {
  return [apiVersion, kind, namespace, name, uid, rule].join("/");
}

interface FewAtOnce {
  hasRoom(): boolean;
  /** Begins the work as soon as less than `atOnce` is under way. It must not reject. */
  begin(work: () => Promise<void>): void;
}

/** Work of which little is under way at once, and little waits. */
function fewAtOnce({ atOnce, waiting: maxWaiting }: { readonly atOnce: number; readonly waiting: number }): FewAtOnce {
  const waiting: (() => Promise<void>)[] = [];
  let underWay = 0;
  const next = (): void => {
    if (underWay >= atOnce) return;
    const work = waiting.shift();
    if (work === undefined) return;
    underWay += 1;
    void work().finally(() => {
      underWay -= 1;
      next();
    });
  };
  return {
    hasRoom: () => waiting.length < maxWaiting,
    begin: (work) => {
      waiting.push(work);
      next();
    },
  };
}

/** A map that forgets what was not asked for longest, so that strangers cannot fill the memory. */
interface Recent<T> {
  /** What stands under the key; made where nothing does. */
  of(key: string): T;
  readonly size: number;
}

function createRecent<T>(most: number, make: () => T): Recent<T> {
  const entries = new Map<string, T>();
  return {
    of: (key) => {
      const entry = entries.get(key) ?? make();
      // A Map keeps the order in which keys were put in: the first is the oldest.
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      return entry;
    },
    get size() {
      return entries.size;
    },
  };
}
