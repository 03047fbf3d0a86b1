import { ApiRejected, type ApiServer } from "../api/api-server.ts";
import { get } from "../api/get.ts";
import type { ResourceId } from "../api/resource.ts";
import { servedVersions } from "../api/served-versions.ts";
import type { StoredObject } from "../api/stored-object.ts";

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
