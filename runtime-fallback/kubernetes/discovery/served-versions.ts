import type { ApiServer } from "../api-server.ts";
import { requireWhole, resourcesOfVersion, versionsOfGroup } from "./group-discovery.ts";
import type { ResourceId } from "../resource.ts";

/**
 * The versions in which the API server serves a resource at this moment, the preferred one first; none where it serves no such thing.
 * Rejects where that is not known: "none" means that there is nothing to protect.
 */
export async function servedVersions(
  server: ApiServer,
  { group, resource }: Pick<ResourceId, "group" | "resource">,
): Promise<readonly string[]> {
  const versions = await versionsOfGroup(server, group);
  const lists = await Promise.all(versions.map((version) => resourcesOfVersion(server, { group, version })));
  const serving = versions.filter((_, at) => lists[at]?.some((one) => one.resource === resource));
  if (serving.length === 0) await requireWhole(server, { group, versions });
  return serving;
}
