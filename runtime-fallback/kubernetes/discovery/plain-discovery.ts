import { ApiRejected, type ApiServer } from "../api-server.ts";
import type { JsonObject } from "../../../compiler/api/json.ts";
import { type ResourceId, versionPath } from "../resource.ts";
import { type DiscoveredVersion, type DiscoveredVersions, groupsIn, resourcesIn } from "./served-resource.ts";

/** The way of all servers: the groups, and then each version. One that fails hides no other. */
export async function plainDiscovery(server: ApiServer): Promise<DiscoveredVersions> {
  const roots = await Promise.all([readRoot(server, "/api"), readRoot(server, "/apis")]);
  const ids = roots.flatMap(groupsIn).flatMap(({ group, versions }) => versions.map((version) => ({ group, version })));
  return Promise.all(ids.map((id) => readVersion(server, id)));
}

async function readRoot(server: ApiServer, path: string): Promise<JsonObject> {
  const answer = await server.request({ method: "GET", path });
  if (answer.status !== 200) throw new ApiRejected(path, answer);
  return answer.body;
}

async function readVersion(server: ApiServer, id: Pick<ResourceId, "group" | "version">): Promise<DiscoveredVersion> {
  try {
    const { status, body } = await server.request({ method: "GET", path: versionPath(id) });
    return { ...id, resources: status === 200 && Array.isArray(body["resources"]) ? resourcesIn(id, body) : undefined };
  } catch {
    return { ...id, resources: undefined };
  }
}
