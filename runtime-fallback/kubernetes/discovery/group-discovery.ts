import { ApiRejected, type ApiServer } from "../api-server.ts";
import type { GetOptions } from "../get.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf } from "../../../compiler/api/json.ts";
import { versionPath } from "../resource.ts";
import { requireAllNamed } from "./registered-versions.ts";
import { resourcesIn } from "./resource-list.ts";
import type { ServedResource } from "./served-resource.ts";

/**
 * The versions of a group that the API server names at this moment, the preferred one first. Rejects where that is not known. What is not
 * named may be served all the same, as an API server that has just started does not know all: see `requireAllNamed`.
 */
export async function versionsOfGroup(server: ApiServer, group: string, options: GetOptions = {}): Promise<readonly string[]> {
  if (group === "") return textsOf((await read(server, "/api", "APIVersions", options))["versions"]);
  const groups = objectsOf((await read(server, "/apis", "APIGroupList", options))["groups"]);
  const found = groups.find(({ name }) => name === group);
  const preferred = isJsonObject(found?.["preferredVersion"]) ? found["preferredVersion"]["version"] : undefined;
  const versions = objectsOf(found?.["versions"]).map(({ version }) => String(version));
  return versions.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}

/** The resources of one version of a group; rejects where they are not known. */
export async function resourcesOfVersion(
  server: ApiServer,
  id: { readonly group: string; readonly version: string },
  options: GetOptions = {},
): Promise<readonly ServedResource[]> {
  return resourcesIn(id, await read(server, versionPath(id), "APIResourceList", options));
}

/** Rejects unless these are all versions of the group. Ask before "no such resource" is believed: that means nothing is to be protected. */
export function requireWhole(
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
