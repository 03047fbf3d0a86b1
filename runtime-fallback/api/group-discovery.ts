import { ApiRefused, type ApiServer } from "./api-server.ts";
import type { GetOptions } from "./get.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf } from "./json-object.ts";
import { versionPath } from "./resource.ts";
import { resourcesIn } from "./resource-list.ts";
import type { ServedResource } from "./served-resource.ts";

/**
 * The versions of a group that the API server serves at this moment, the preferred one first; none where it has no such group. Rejects
 * where that is not known: "none" means that there is nothing to protect, so it takes an answer that says so in so many words.
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

/** A status 404 says little: it comes from a proxy that was set up wrongly, too. */
async function read(server: ApiServer, path: string, kind: string, options: GetOptions): Promise<JsonObject> {
  const answer = await server.request({ method: "GET", path, ...options });
  if (answer.status === 200 && answer.body["kind"] === kind) return answer.body;
  throw new ApiRefused(path, answer);
}
