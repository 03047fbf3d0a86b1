import { fixedCredentials } from "../../../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import type { StoredObject } from "../../../../runtime-fallback/kubernetes/stored-object.ts";
import type { Clock } from "../../../../runtime-fallback/clock.ts";
import type { Change } from "../../../../runtime-fallback/kubernetes/reflector/store.ts";
import { createInformer, type InformerOptions } from "../../../../runtime-fallback/kubernetes/reflector/informer.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { createManualClock } from "../../manual-clock.ts";
import { openSimulatedCluster, type SimulatedCluster, widgets } from "./simulated-cluster.ts";

/** What is kept of a widget. */
export interface Kept {
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  readonly of: string;
}

export type WidgetOptions = InformerOptions<Kept>;

export function projectWidget({ metadata, spec }: StoredObject): Kept {
  const { of } = spec as { of: string };
  return { name: metadata.name, uid: metadata.uid, version: metadata.resourceVersion, of };
}

export const indices = { of: ({ of }: Kept) => [of] };

/** An informer on a cluster, and what it said; the middle of all its choices of chance. */
export function watchCluster(cluster: SimulatedCluster, clock: Clock, options: Partial<WidgetOptions> = {}) {
  const api = openHttpApiServer({ url: cluster.server.url, credentials: fixedCredentials({ headers: {}, tls: {} }), clock });
  const said: string[] = [];
  const ends: string[] = [];
  const listFailures: string[] = [];
  const counts = { listed: 0, listenerFailed: 0 };
  const informer = createInformer<Kept>(api, {
    resource: widgets,
    project: projectWidget,
    indices,
    clock,
    random: () => 0.5,
    log: {
      info: (message) => void said.push(message),
      warn: (message, fields) => void said.push(`${message}: ${JSON.stringify(fields)}`),
    },
    metrics: {
      onListed: () => void (counts.listed += 1),
      onListFailed: (_, reason) => void listFailures.push(reason),
      onWatchEnded: (_, reason) => void ends.push(reason),
      onListenerFailed: () => void (counts.listenerFailed += 1),
    },
    ...options,
  });
  const changes: Change<Kept>[] = [];
  informer.onChange((change) => void changes.push(change));
  const stopping = new AbortController();
  const ended = informer.run(stopping.signal);
  return {
    informer,
    api,
    changes,
    said,
    ends,
    listFailures,
    counts,
    /** `a=db`, sorted: what the store says. */
    contents: () => Array.from(informer.store.list(), ({ name, of }) => `${name}=${of}`).toSorted(),
    stop: async () => {
      stopping.abort();
      await ended;
      await api.close();
    },
  };
}

/**
 * How long a watch may take to begin: the timer that is there until its client has heard that it began, whatever the
 * server knows.
 */
const openingMs = 30_000;

/** A cluster with the widgets `a=db` and `b=cache`, watched: the first list is done, and the watch is open. */
export async function startWatching(options: Partial<WidgetOptions> = {}) {
  const cluster = await openSimulatedCluster();
  const clock = createManualClock();
  cluster.put("a", "db");
  cluster.put("b", "cache");
  const watched = watchCluster(cluster, clock, options);
  const isWatching = async () => cluster.watches.size === 1 && !clock.pending().includes(openingMs);
  await waitUntil("the watch is open", isWatching);
  return {
    cluster,
    clock,
    isWatching,
    ...watched,
    stop: async () => {
      await watched.stop();
      await cluster.close();
    },
  };
}

export type Watching = Awaited<ReturnType<typeof startWatching>>;
