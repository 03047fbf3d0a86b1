import { criticalMark, criticalServiceResource } from "../../compiler/api/critical-services.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import { list } from "../kubernetes/list.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { Overtaken } from "../controller/overtaken.ts";
import { type CriticalService, decodeCriticalService } from "./critical-service.ts";
import { type MarkAccess, unmark } from "./marks.ts";
import { namespaces } from "./reconcile-service.ts";

/**
 * Removes the marks of services that no longer exist. Marked objects are listed before services: an entry that is found belongs to a service
 * that was there earlier, so that one which the later list does not have is gone for good. A label without any entry may be somebody's own,
 * or older than its service: it stays on what a service names. What cannot be listed or unmarked keeps no other marked.
 */
export async function sweepMarks(access: MarkAccess, providers: readonly GroupResource[], signal: AbortSignal): Promise<void> {
  const listed = await Promise.allSettled([namespaces, ...providers].map((one) => markedOf(access, one, signal)));
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
  if (group === namespaces.group && resource === namespaces.resource) return provider.namespace === metadata.name;
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
