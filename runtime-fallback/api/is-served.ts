import { ApiRefused, type ApiAnswer, type ApiServer } from "./api-server.ts";
import { type JsonObject, objectsOf, textsOf } from "./json-object.ts";
import { type ResourceId, versionPath } from "./resource.ts";

/**
 * Whether the API server serves a resource, from its own list of what it serves; rejects where that is not known. A status 404
 * alone says little: it comes from a proxy that was set up wrongly, too. "Not served" means "there is nothing to protect", so it
 * takes an answer that says so in so many words.
 */
export async function isServed(server: ApiServer, resource: ResourceId): Promise<boolean> {
  const isCore = resource.group === "";
  const root = isCore ? "/api" : "/apis";
  const roots = requireKind(root, await server.request({ method: "GET", path: root }), isCore ? "APIVersions" : "APIGroupList");
  const versions = isCore ? textsOf(roots["versions"]) : versionsOf(roots, resource.group);
  if (!versions.includes(resource.version)) return false;
  const path = versionPath(resource);
  const list = requireKind(path, await server.request({ method: "GET", path }), "APIResourceList");
  return objectsOf(list["resources"]).some(({ name }) => name === resource.resource);
}

function requireKind(path: string, answer: ApiAnswer, kind: string): JsonObject {
  if (answer.status === 200 && answer.body["kind"] === kind) return answer.body;
  throw new ApiRefused(path, answer);
}

function versionsOf(roots: JsonObject, group: string): readonly unknown[] {
  const found = objectsOf(roots["groups"]).find(({ name }) => name === group);
  return objectsOf(found?.["versions"]).map(({ version }) => version);
}
