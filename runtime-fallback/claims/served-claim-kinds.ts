import type { ApiServer } from "../kubernetes/api-server.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { type Clock, sleep } from "../clock.ts";
import type { NamedKind, ServedClaimKinds } from "./claim.ts";

export interface DeclaredClaim {
  readonly claim: GroupResource;
  readonly composite: GroupResource;
}

export interface Watched {
  readonly server: ApiServer;
  readonly declared: DeclaredClaim;
  readonly clock: Clock;
  /** How soon kinds are seen whose definitions have just been applied or changed. */
  readonly againMs: number;
}

/**
 * Works with both kinds as they are served, from when that of the claims is until the signal is aborted; anew where
 * they are served otherwise: a version that is taken away has no more events, and claims of it would look as if nobody
 * deleted any. Without the kind of the composites there are claims still, and somebody has to let them go.
 */
export async function whileServed(
  watched: Watched,
  work: (kinds: ServedClaimKinds, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const kinds = await untilServed(watched, signal);
    if (kinds === undefined) return;
    const ends = new AbortController();
    const working = AbortSignal.any([signal, ends.signal]);
    const changed = untilChanged(watched, kinds, working).finally(() => ends.abort());
    try {
      await work(kinds, working);
    } finally {
      ends.abort();
      await changed;
    }
  }
}

/** Undefined where the signal was aborted before. */
async function untilServed(watched: Watched, signal: AbortSignal): Promise<ServedClaimKinds | undefined> {
  while (!signal.aborted) {
    const kinds = await servedNow(watched, signal);
    if (kinds !== undefined) return kinds;
    await sleep(watched.clock, watched.againMs, signal);
  }
  return undefined;
}

async function untilChanged(watched: Watched, before: ServedClaimKinds, signal: AbortSignal): Promise<void> {
  let now: ServedClaimKinds | undefined = before;
  while (now !== undefined && isSame(now.claim, before.claim) && isSame(now.composite, before.composite)) {
    await sleep(watched.clock, watched.againMs, signal);
    if (signal.aborted) return;
    // An API server that does not answer has changed nothing.
    now = await servedNow(watched, signal).catch(() => before);
  }
}

async function servedNow({ server, declared }: Watched, signal: AbortSignal): Promise<ServedClaimKinds | undefined> {
  const [claim, composite] = await Promise.all([
    findServed(server, declared.claim, { signal }),
    findServed(server, declared.composite, { signal }),
  ]);
  return claim === undefined ? undefined : { claim, composite };
}

function isSame(one: NamedKind | undefined, other: NamedKind | undefined): boolean {
  return one?.version === other?.version && one?.kind === other?.kind;
}
