import { ApiRefused, type ApiAnswer, type ApiServer } from "./api-server.ts";
import { type JsonObject, objectsOf, textsOf } from "./json-object.ts";
import { type ResourceId, versionPath } from "./resource.ts";

/**
 * The versions in which the API server serves a resource at this moment; none where it serves no such thing. Rejects where that is not
 * known: "none" means that there is nothing to protect.
 */
export async function servedVersions(
  server: ApiServer,
  { group, resource }: Pick<ResourceId, "group" | "resource">,
): Promise<readonly string[]> {
  const versions = await versionsOfGroup(server, group);
  const served = await Promise.all(versions.map((version) => isServedAs(server, { group, version, resource })));
  return versions.filter((_, at) => served[at]);
}

async function versionsOfGroup(server: ApiServer, group: string): Promise<readonly string[]> {
  const path = group === "" ? "/api" : "/apis";
  const answer = await server.request({ method: "GET", path });
  if (group === "") return textsOf(requireKind(path, answer, "APIVersions")["versions"]);
  const groups = objectsOf(requireKind(path, answer, "APIGroupList")["groups"]);
  const found = groups.find(({ name }) => name === group);
  return objectsOf(found?.["versions"]).map(({ version }) => String(version));
}

async function isServedAs(server: ApiServer, id: ResourceId): Promise<boolean> {
  const path = versionPath(id);
  const list = requireKind(path, await server.request({ method: "GET", path }), "APIResourceList");
  return objectsOf(list["resources"]).some(({ name }) => name === id.resource);
}

function requireKind(path: string, answer: ApiAnswer, kind: string): JsonObject {
  if (answer.status === 200 && answer.body["kind"] === kind) return answer.body;
  throw new ApiRefused(path, answer);
}
