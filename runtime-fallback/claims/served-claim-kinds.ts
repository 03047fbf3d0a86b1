import type { ApiServer } from "../api/api-server.ts";
import { findServed } from "../api/find-served.ts";
import type { GroupResource } from "../api/resource.ts";
import { type Clock, sleep } from "../clock.ts";
import type { ClaimKinds } from "./claim-kinds.ts";

/** How soon kinds are seen whose definitions have just been applied. */
const againMs = 15_000;

export interface DeclaredClaim {
  readonly claim: GroupResource;
  readonly composite: GroupResource;
}

/** Both kinds as they are served, once they are; undefined where the signal was aborted before. */
export async function servedClaimKinds(
  server: ApiServer,
  { claim, composite }: DeclaredClaim,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<ClaimKinds | undefined> {
  while (!signal.aborted) {
    const [of, by] = await Promise.all([findServed(server, claim, { signal }), findServed(server, composite, { signal })]);
    if (of !== undefined && by !== undefined) return { claim: of, composite: by };
    await sleep(clock, againMs, signal);
  }
  return undefined;
}
