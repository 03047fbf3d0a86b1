import { ApiRejected } from "../api-server.ts";
import { isServed } from "../discovery/served-now.ts";
import { listEach } from "../list.ts";
import type { StoredObject } from "../stored-object.ts";
import { entryOf } from "./apply-event.ts";
import { failureOf, type ReflectorFailure } from "./failure.ts";
import type { ReflectorContext } from "./context.ts";

export type ListResult =
  /** The store is what the API server had at that version. */
  | { readonly state: "listed"; readonly version: string }
  /** The API server has no such resource, so the store is empty. */
  | { readonly state: "not served" }
  | { readonly state: "failed"; readonly failure: ReflectorFailure };

/** Brings the store to the present in one step, whatever was missed. */
export async function listOnce<T>(context: ReflectorContext<T>, signal: AbortSignal): Promise<ListResult> {
  const { query, clock, metrics, onHeard, tell } = context;
  // The answer is of some moment after the query, so the query tells for certain how old it is at most.
  const startedAt = clock.monotonic();
  try {
    const { refill, version } = await readAll(context, signal);
    const objects = refill.size;
    tell(refill.finish());
    onHeard(startedAt);
    metrics.onListed(query.resource, { objects, tookMs: clock.monotonic() - startedAt });
    return version === undefined ? { state: "not served" } : { state: "listed", version };
  } catch (error) {
    return { state: "failed", failure: failureOf(error) };
  }
}

/** Without a version, and of nothing, where the API server has no such resource. */
async function readAll<T>({ server, query, target: { store, project } }: ReflectorContext<T>, signal: AbortSignal) {
  let refill = store.refill();
  const begin = (): ((object: StoredObject) => void) => {
    refill = store.refill();
    return (object) => refill.add(entryOf(project, object));
  };
  try {
    const version = await listEach(server, query, { begin, signal });
    return { refill, version };
  } catch (error) {
    const isMissing = error instanceof ApiRejected && error.answer.status === 404;
    if (isMissing && !(await isServed(server, query.resource))) return { refill: store.refill(), version: undefined };
    throw error;
  }
}
