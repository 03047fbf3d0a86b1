import { ApiRejected, type ApiServer } from "../api-server.ts";
import type { GetOptions } from "../get.ts";
import type { JsonObject } from "../../../compiler/api/json.ts";
import type { GroupResource } from "../../../compiler/api/resource.ts";
import { type ResourceId, versionPath } from "../resource.ts";
import { requireAllNamed } from "./registered-versions.ts";
import { type ServedResource, groupsIn, resourcesIn } from "./served-resource.ts";

/**
 * Whether the API server serves a resource in this version, from its own list of what it serves;
 * rejects where that is not known.
 */
export async function isServed(server: ApiServer, { group, version, resource }: ResourceId): Promise<boolean> {
  const versions = await versionsOfGroup(server, group);
  const resources = versions.includes(version) ? await resourcesOfVersion(server, { group, version }) : [];
  if (resources.some((one) => one.resource === resource)) return true;
  await requireWhole(server, { group, versions });
  return false;
}

/**
 * The versions in which the API server serves a resource at this moment, the preferred one first; none where it serves
 * no such thing. Rejects where that is not known: "none" means that there is nothing to protect.
 */
export async function servedVersions(server: ApiServer, { group, resource }: GroupResource): Promise<readonly string[]> {
  const versions = await versionsOfGroup(server, group);
  const lists = await Promise.all(versions.map((version) => resourcesOfVersion(server, { group, version })));
  const serving = versions.filter((_, at) => lists[at]?.some((one) => one.resource === resource));
  if (serving.length === 0) await requireWhole(server, { group, versions });
  return serving;
}

/**
 * A resource of a group by its plural or its kind, as the API server serves it at this moment, in the version that it
 * prefers of those that have it; undefined where it serves no such thing. Rejects where that is not known: "none" means
 * that there is nothing to protect.
 */
export async function findServed(
  server: ApiServer,
  { group, resource }: GroupResource,
  options: GetOptions = {},
): Promise<ServedResource | undefined> {
  const versions = await versionsOfGroup(server, group, options);
  const lists = await Promise.all(versions.map((version) => resourcesOfVersion(server, { group, version }, options)));
  const all = lists.flat();
  const found = all.find((one) => one.resource === resource) ?? all.find(({ kind }) => kind === resource);
  if (found === undefined) await requireWhole(server, { group, versions }, options);
  return found;
}

/**
 * The versions of a group that the API server names at this moment, the preferred one first. Rejects where
 * that is not known. What is not named may be served anyway, as an API server that has just started does
 * not know all: see `requireWhole`.
 */
async function versionsOfGroup(server: ApiServer, group: string, options: GetOptions = {}): Promise<readonly string[]> {
  const root =
    group === "" ? await read(server, "/api", "APIVersions", options) : await read(server, "/apis", "APIGroupList", options);
  return groupsIn(root).find((one) => one.group === group)?.versions ?? [];
}

/** The resources of one version of a group; rejects where they are not known. */
async function resourcesOfVersion(
  server: ApiServer,
  id: Pick<ResourceId, "group" | "version">,
  options: GetOptions = {},
): Promise<readonly ServedResource[]> {
  return resourcesIn(id, await read(server, versionPath(id), "APIResourceList", options));
}

/**
 * Rejects unless these are all versions of the group. Ask before "no such resource" is believed: that
 * means nothing is to be protected.
 */
function requireWhole(
  server: ApiServer,
  { group, versions }: { readonly group: string; readonly versions: readonly string[] },
  options: GetOptions = {},
): Promise<void> {
  const named = versions.map((version) => ({ group, version }));
  return requireAllNamed(server, named, { ...options, isMeant: (one) => one === group });
}

/** A status 404 says little: it comes from a proxy that was set up wrongly, too. */
async function read(server: ApiServer, path: string, kind: string, options: GetOptions): Promise<JsonObject> {
  const answer = await server.request({ method: "GET", path, ...options });
  if (answer.status === 200 && answer.body["kind"] === kind) return answer.body;
  throw new ApiRejected(path, answer);
}
