import { ApiRejected, type ApiServer } from "../kubernetes/api-server.ts";
import { get } from "../kubernetes/get.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import { servedVersions } from "../kubernetes/discovery/served-now.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";

/** The object in no Namespace of that name; undefined also where the API server says that it serves no such kind in any version. */
export async function getIfServed(
  server: ApiServer,
  { resource, name }: { readonly resource: ResourceId; readonly name: string },
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  try {
    return await get(server, resource, { name }, { signal });
  } catch (error) {
    const mayBeUnknown = error instanceof ApiRejected && error.answer.status === 404;
    if (mayBeUnknown && (await servedVersions(server, resource)).length === 0) return undefined;
    throw error;
  }
}
