import type { Contact } from "../kubernetes/contact.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import type { Clock } from "../clock.ts";
import { type AskedInformer } from "../webhook/queries/asked-informer.ts";
import { resourceKey } from "../../compiler/api/resource.ts";
import { maxStalenessMs } from "../webhook/queries/cached-answers.ts";
import type { Route } from "../webhook/decision.ts";
import { type Readiness, readinessOf } from "../webhook/health/readiness.ts";

/** What has to be known of an informer. */
export type Heard = Pick<AskedInformer, "resource" | "hasSynced" | "stalenessMs">;

/** Which routes can be asked now. */
export interface RoutesReadiness {
  /** Of a rule: it waits for what it asks about, and for nothing else. */
  ofRule(asks: readonly { readonly resource: ResourceId }[]): Readiness;
  /** Of what keeps nothing in memory. */
  ofLive(): Readiness;
}

/**
 * Threats A7: a rule about whose resources this replica has not heard everything, or nothing for long, is asked
 * nothing. One resource that cannot be listed, for its conversion webhook is down or a right is missing, takes along no
 * rule that does not ask about it.
 */
export function readinessOfRoutes(informers: readonly Heard[], { silentMs }: Pick<Contact, "silentMs">): RoutesReadiness {
  return {
    ofRule: (asks) => {
      const asked = new Set(asks.map(({ resource }) => resourceKey(resource)));
      return readinessOfInformers(informers.filter(({ resource }) => asked.has(resourceKey(resource))));
    },
    // Without informers nobody asks the API server while there are no reviews, and silence means nothing.
    ofLive: () =>
      readinessOf(informers.length === 0 || silentMs() <= maxStalenessMs ? [] : [silence("the API server", silentMs())]),
  };
}

/** How long what has not been listed yet is waited for, once there is a route that can answer. */
export const maxStartMs = 60_000;

/**
 * Whether API servers are to ask this replica at all: while there is a route that can answer. Who asks for another is
 * told what is missing, which nobody is while no replica is ready. At its start, and after a time in which it could
 * answer nothing, not before everything is in its memory, since it takes reviews from replicas that have all of it; for
 * a while only, for what cannot be listed then may never be.
 */
export function readinessOfReplica(
  informers: readonly Heard[],
  routes: readonly Pick<Route, "readiness">[],
  clock: Clock,
): () => Readiness {
  let silentAt = clock.monotonic();
  let isStarting = true;
  return () => {
    const each = routes.map(({ readiness }) => readiness?.() ?? readinessOf([]));
    if (each.length > 0 && !each.some(({ isReady }) => isReady)) {
      silentAt = clock.monotonic();
      isStarting = true;
      return readinessOf([...new Set(each.flatMap(({ reasons }) => reasons))]);
    }
    const all = readinessOfInformers(informers);
    isStarting &&= !all.isReady && clock.monotonic() - silentAt < maxStartMs;
    return isStarting ? all : readinessOf([]);
  };
}

function readinessOfInformers(informers: readonly Heard[]): Readiness {
  return readinessOf(
    informers.flatMap((informer) => {
      const name = [informer.resource.resource, informer.resource.group].filter((part) => part !== "").join(".");
      if (!informer.hasSynced()) return [`${name} have not been listed yet`];
      return informer.stalenessMs() > maxStalenessMs ? [silence(name, informer.stalenessMs())] : [];
    }),
  );
}

function silence(of: string, ms: number): string {
  return ms === Infinity ? `${of} has not answered yet` : `nothing has been heard of ${of} for ${Math.round(ms / 1000)} s`;
}
