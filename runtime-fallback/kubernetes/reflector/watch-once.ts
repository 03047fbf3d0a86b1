import { startDeadline } from "../http/deadline.ts";
import { acceptOf, selectionOf } from "../list.ts";
import { collectionPath } from "../resource.ts";
import { applyEvent } from "./apply-event.ts";
import { failureOf, type ReflectorFailure } from "./failure.ts";
import type { ReflectorContext } from "./context.ts";

export interface WatchResult {
  /** From which the next watch goes on. */
  readonly version: string;
  readonly hasHeard: boolean;
  readonly lastedMs: number;
  /** Absent where the server ended it, as asked. */
  readonly failure?: ReflectorFailure;
}

export interface WatchStart {
  readonly version: string;
  readonly seconds: number;
}

/** How late the end may come that was asked for. */
const graceMs = 15_000;
/**
 * No API server ends a watch so soon, unless it is about to stop; asked again at once, it would be asked without end.
 */
const shortMs = 1000;

const overdue: ReflectorFailure = {
  reason: "overdue",
  mustList: false,
  retryAfterMs: 0,
  message: "the watch did not end when it was asked to",
};
const short: ReflectorFailure = {
  reason: "short",
  mustList: false,
  retryAfterMs: 0,
  message: "the watch ended as soon as it began",
};

/** Brings events into the store until the watch ends, one way or another. */
export async function watchOnce<T>(context: ReflectorContext<T>, start: WatchStart, signal: AbortSignal): Promise<WatchResult> {
  const { server, query, target, clock, timing, onHeard, tell } = context;
  const startedAt = clock.monotonic();
  const deadline = startDeadline(clock, start.seconds * 1000 + graceMs, signal);
  const accept = acceptOf(query, "PartialObjectMetadata");
  const request = { path: pathOf(context, start), accept, signal: deadline.signal, idleMs: timing.idleMs };
  let { version } = start;
  let hasHeard = false;
  const result = () => ({ version, hasHeard, lastedMs: clock.monotonic() - startedAt });
  try {
    for await (const event of server.watch(request)) {
      const applied = applyEvent(target, event, version);
      version = applied.version;
      hasHeard = true;
      onHeard(clock.monotonic());
      tell(applied.changes);
    }
    if (deadline.signal.aborted) return { ...result(), failure: overdue };
    if (clock.monotonic() - startedAt < shortMs) return { ...result(), failure: short };
    // Whoever ends a watch in time was there until then, and had nothing more to say.
    onHeard(clock.monotonic());
    return result();
  } catch (error) {
    return { ...result(), failure: failureOf(error) };
  } finally {
    deadline.release();
  }
}

function pathOf<T>({ query }: ReflectorContext<T>, { version, seconds }: WatchStart): string {
  const parameters = selectionOf(query);
  parameters.set("watch", "true");
  parameters.set("resourceVersion", version);
  parameters.set("allowWatchBookmarks", "true");
  parameters.set("timeoutSeconds", String(seconds));
  return `${collectionPath(query.resource, query.namespace)}?${parameters.toString()}`;
}
