import type { ApiServer } from "../api-server.ts";
import type { GetOptions } from "../get.ts";
import { requireWhole, resourcesOfVersion, versionsOfGroup } from "./group-discovery.ts";
import type { ServedResource } from "./served-resource.ts";

/**
 * A resource of a group by its plural or its kind, as the API server serves it at this moment, in the version that it prefers of those
 * that have it; undefined where it serves no such thing. Rejects where that is not known: "none" means that there is nothing to protect.
 */
export async function findServed(
  server: ApiServer,
  { group, resource }: { readonly group: string; readonly resource: string },
  options: GetOptions = {},
): Promise<ServedResource | undefined> {
  const versions = await versionsOfGroup(server, group, options);
  const lists = await Promise.all(versions.map((version) => resourcesOfVersion(server, { group, version }, options)));
  const all = lists.flat();
  const found = all.find((one) => one.resource === resource) ?? all.find(({ kind }) => kind === resource);
  if (found === undefined) await requireWhole(server, { group, versions }, options);
  return found;
}
