import { criticalServiceResource, criticalMark } from "../../compiler/api/critical-services.ts";
import type { Clock } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import { type RegisterReader, unobserved, type Again, type LoopMetrics, runReconcileLoop } from "../controller/reconcile-loop.ts";
import { type WorkQueue, createWorkQueue } from "../controller/work-queue.ts";
import { type Informer, createInformer } from "../kubernetes/reflector/informer.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import { serviceReadyReason } from "./conditions.ts";
import { serviceAnswers } from "./live-answers.ts";
import { criteriaLooks } from "./look-at-criteria.ts";
import { entriesOf, isMarked, type MarkAccess, unmark } from "./marks.ts";
import { type ServiceReconciler, namespacesV1, reconcileService } from "./reconcile-service.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import { list } from "../kubernetes/list.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { Overtaken } from "../controller/answer-problem.ts";
import { type CriticalService, decodeCriticalService } from "./critical-service.ts";

export interface MarkKeeper extends Omit<ServiceReconciler, "now" | "lookAtCriteria"> {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: WriteLog;
  readonly metrics: LoopMetrics;
  readonly telemetry: Telemetry;
  /** Every CriticalService, as it was last seen. */
  readonly observe?: RegisterReader<ServiceState>;
}

export interface ServiceState {
  /** Undefined where it cannot be read. */
  readonly service: CriticalService | undefined;
  /** Of its condition Ready; undefined before there is one. */
  readonly reason: string | undefined;
}

/** No service has this name: it is no name at all. */
const sweep = "";
/** Whatever was missed, of kinds that were not served at the start too, is seen after so long. */
const againMs = 30_000;
/** The Deployment controller writes some times a second while it rolls out. */
const overtakenMs = 250;

/**
 * Keeps the marks of all CriticalServices, until aborted. To be run by the leader alone, as the work of its election.
 */
export async function keepMarks(options: MarkKeeper, signal: AbortSignal): Promise<void> {
  const { server, providers, clock, random, telemetry, observe = unobserved } = options;
  const queue = createWorkQueue({ clock, random });
  const services = createInformer(server, {
    resource: criticalServiceResource,
    project: stateOf,
    indices: { provider: ({ service }) => (service === undefined ? [] : placesOf(service)) },
    clock,
    random,
    ...telemetry,
  });
  services.onChange(({ key, type }) => queue.add(type === "deleted" ? sweep : key.name));
  const found = await Promise.all(providers.map((provider) => findServed(server, provider, { signal })));
  const watched = [namespacesV1, ...found.filter((resource) => resource !== undefined)].map((resource) =>
    watchProviders(options, { resource, services, queue }),
  );
  queue.add(sweep);
  options.enforcement?.onChange(() => {
    for (const { service } of services.store.list()) if (service !== undefined) queue.add(service.name);
  });
  const forget = observe(() => services.store.list());
  const loop = { name: "critical services", queue, workers: 2, reconcile: reconciler(options) };
  await Promise.all([
    ...[services, ...watched].map((informer) => informer.run(signal)),
    runReconcileLoop({ ...loop, clock, log: options.log, metrics: options.metrics }, signal),
  ]).finally(forget);
}

function reconciler(options: MarkKeeper) {
  const { clock, server } = options;
  const reconcilerOptions = { ...options, now: () => clock.now(), lookAtCriteria: criteriaLooks(serviceAnswers(server), clock) };
  return async (key: string, signal: AbortSignal): Promise<Again> => {
    try {
      if (key !== sweep) return (await reconcileService(reconcilerOptions, key, signal)) === "gone" ? {} : { again: againMs };
      await sweepMarks(options, options.providers, signal);
      return { again: againMs };
    } catch (error) {
      if (error instanceof Overtaken) return { again: overtakenMs };
      throw error;
    }
  };
}

/** What cannot be read is looked at when it is reconciled, which says so. */
function stateOf(object: StoredObject): ServiceState {
  const reason = serviceReadyReason(object);
  try {
    return { service: decodeCriticalService(object), reason };
  } catch {
    return { service: undefined, reason };
  }
}

interface Watched {
  readonly resource: ResourceId;
  readonly services: Informer<ServiceState>;
  readonly queue: WorkQueue;
}

/** Of what may be a provider, or hold one: whether it is marked, and by whom. */
function watchProviders(options: MarkKeeper, { resource, services, queue }: Watched): Informer<boolean> {
  const { server, clock, random, telemetry } = options;
  const isNamespaces = resource === namespacesV1;
  const project = (object: StoredObject): boolean => isMarked(object) || entriesOf(object).length > 0;
  const informer = createInformer(server, { resource, metadataOnly: true, project, clock, random, ...telemetry });
  informer.onChange(({ key }) => {
    const place = isNamespaces ? key.name : `${key.namespace}/${key.name}`;
    for (const { service } of services.store.byIndex("provider", place)) if (service !== undefined) queue.add(service.name);
  });
  return informer;
}

/** Under which a service is found: its provider, and the Namespace of that. No name of a Namespace holds a slash. */
function placesOf({ provider: { namespace, name } }: CriticalService): readonly string[] {
  return [namespace, `${namespace}/${name}`];
}

/**
 * Removes the marks of services that no longer exist. Marked objects are listed before services: an entry that is found
 * belongs to a service that was there earlier, so that one which the later list does not have is gone for good. A label
 * without any entry may be somebody's own, or older than its service: it stays on what a service names. What cannot be
 * listed or unmarked keeps no other marked.
 */
export async function sweepMarks(access: MarkAccess, providers: readonly GroupResource[], signal: AbortSignal): Promise<void> {
  const listed = await Promise.allSettled([namespacesV1, ...providers].map((one) => markedOf(access, one, signal)));
  const services = (await list(access.server, { resource: criticalServiceResource }, { signal })).items.map(
    decodeCriticalService,
  );
  const living = new Set(services.map(({ uid }) => uid));
  const failures: unknown[] = listed.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const marked = listed.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  for (const { resource, object } of marked) {
    const isNamed = services.some((service) => names(service, resource, object));
    await unmark(access, resource, object, { living, isNamed }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures.find((error) => !(error instanceof Overtaken)) ?? failures[0];
}

/** Whether that service wants a mark on the object: it is its provider, or the Namespace of that. */
function names({ provider }: CriticalService, { group, resource }: ResourceId, { metadata }: StoredObject): boolean {
  if (group === namespacesV1.group && resource === namespacesV1.resource) return provider.namespace === metadata.name;
  const isKind = provider.group === group && provider.resource === resource;
  return isKind && provider.namespace === metadata.namespace && provider.name === metadata.name;
}

interface Marked {
  readonly resource: ResourceId;
  readonly object: StoredObject;
}

async function markedOf({ server }: MarkAccess, provider: GroupResource, signal: AbortSignal): Promise<readonly Marked[]> {
  const resource = await findServed(server, provider, { signal });
  if (resource === undefined) return [];
  const query = { resource, labelSelector: `${criticalMark.label}=true`, metadataOnly: true };
  return (await list(server, query, { signal })).items.map((object) => ({ resource, object }));
}
