import { ApiRefused, type ApiAnswer, type ApiServer } from "./api-server.ts";
import type { GetOptions } from "./get.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf } from "./json-object.ts";
import { versionPath } from "./resource.ts";
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
  const versions = await versionsOf(server, group, options);
  const lists = await Promise.all(versions.map((version) => resourcesOf(server, { group, version }, options)));
  const all = lists.flat();
  return all.find((one) => one.resource === resource) ?? all.find(({ kind }) => kind === resource);
}

async function versionsOf(server: ApiServer, group: string, options: GetOptions): Promise<readonly string[]> {
  const path = group === "" ? "/api" : "/apis";
  const answer = await server.request({ method: "GET", path, ...options });
  if (group === "") return textsOf(requireKind(path, answer, "APIVersions")["versions"]);
  const found = objectsOf(requireKind(path, answer, "APIGroupList")["groups"]).find(({ name }) => name === group);
  if (found === undefined) return [];
  const preferred = isJsonObject(found["preferredVersion"]) ? found["preferredVersion"]["version"] : undefined;
  const versions = objectsOf(found["versions"]).map(({ version }) => String(version));
  return versions.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}

async function resourcesOf(
  server: ApiServer,
  id: { readonly group: string; readonly version: string },
  options: GetOptions,
): Promise<readonly ServedResource[]> {
  const path = versionPath(id);
  const list = requireKind(path, await server.request({ method: "GET", path, ...options }), "APIResourceList");
  return objectsOf(list["resources"])
    .filter(({ name }) => !String(name).includes("/"))
    .map(({ name, kind, namespaced, verbs }) => ({
      ...id,
      resource: String(name),
      kind: String(kind),
      isNamespaced: namespaced === true,
      verbs: textsOf(verbs),
      subresources: [],
    }));
}

function requireKind(path: string, answer: ApiAnswer, kind: string): JsonObject {
  if (answer.status === 200 && answer.body["kind"] === kind) return answer.body;
  throw new ApiRefused(path, answer);
}
