import { criticalMark, criticalServices } from "../../compiler/fallback/critical-services.ts";
import { findServed } from "../api/find-served.ts";
import { list } from "../api/list.ts";
import type { GroupResource, ResourceId } from "../api/resource.ts";
import type { StoredObject } from "../api/stored-object.ts";
import { Overtaken } from "../controller/overtaken.ts";
import { type Access, unmark } from "./marks.ts";

/**
 * Takes the marks of services that are gone away. Marked objects are listed before services: an entry that is found belongs to a service
 * that was there earlier, so that one which the later list does not have is gone for good. What cannot be listed or unmarked keeps no other marked.
 */
export async function sweepMarks(access: Access, providers: readonly GroupResource[], signal: AbortSignal): Promise<void> {
  const listed = await Promise.allSettled(
    [{ group: "", resource: "namespaces" }, ...providers].map((one) => markedOf(access, one, signal)),
  );
  const services = await list(access.server, { resource: criticalServices }, { signal });
  const living = new Set(services.items.map(({ metadata }) => metadata.uid));
  const failures: unknown[] = listed.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const marked = listed.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  for (const { resource, object } of marked)
    await unmark(access, resource, object, living).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures.find((error) => !(error instanceof Overtaken)) ?? failures[0];
}

interface Marked {
  readonly resource: ResourceId;
  readonly object: StoredObject;
}

async function markedOf({ server }: Access, provider: GroupResource, signal: AbortSignal): Promise<readonly Marked[]> {
  const resource = await findServed(server, provider, { signal });
  if (resource === undefined) return [];
  const query = { resource, labelSelector: `${criticalMark.label}=true`, metadataOnly: true };
  return (await list(server, query, { signal })).items.map((object) => ({ resource, object }));
}
