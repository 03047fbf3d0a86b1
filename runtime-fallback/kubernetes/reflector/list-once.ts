import { ApiRejected } from "../api-server.ts";
import { isServed } from "../discovery/served-now.ts";
import { listProjected } from "../list.ts";
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
  const { query, clock, metrics, onHeard } = context;
  // The answer is of some moment after the query, so the query tells for certain how old it is at most.
  const startedAt = clock.monotonic();
  try {
    const listed = await readAll(context, signal);
    replace(context, listed?.items ?? []);
    onHeard(startedAt);
    metrics.onListed(query.resource, { objects: listed?.items.length ?? 0, tookMs: clock.monotonic() - startedAt });
    return listed === undefined ? { state: "not served" } : { state: "listed", version: listed.resourceVersion };
  } catch (error) {
    return { state: "failed", failure: failureOf(error) };
  }
}

async function readAll<T>({ server, query, target }: ReflectorContext<T>, signal: AbortSignal) {
  try {
    return await listProjected(server, query, { project: (object) => entryOf(target.project, object), signal });
  } catch (error) {
    const isMissing = error instanceof ApiRejected && error.answer.status === 404;
    if (isMissing && !(await isServed(server, query.resource))) return undefined;
    throw error;
  }
}

function replace<T>({ target, tell }: ReflectorContext<T>, items: Parameters<typeof target.store.replace>[0]): void {
  tell(target.store.replace(items));
}
