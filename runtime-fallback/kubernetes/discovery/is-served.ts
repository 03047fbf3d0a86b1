import type { ApiServer } from "../api-server.ts";
import { requireWhole, resourcesOfVersion, versionsOfGroup } from "./group-discovery.ts";
import type { ResourceId } from "../resource.ts";

/** Whether the API server serves a resource in this version, from its own list of what it serves; rejects where that is not known. */
export async function isServed(server: ApiServer, { group, version, resource }: ResourceId): Promise<boolean> {
  const versions = await versionsOfGroup(server, group);
  const resources = versions.includes(version) ? await resourcesOfVersion(server, { group, version }) : [];
  if (resources.some((one) => one.resource === resource)) return true;
  await requireWhole(server, { group, versions });
  return false;
}
