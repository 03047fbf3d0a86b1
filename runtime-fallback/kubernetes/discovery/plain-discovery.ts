import { ApiRejected, type ApiServer } from "../api-server.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf } from "../../../compiler/api/json.ts";
import { versionPath } from "../resource.ts";
import { resourcesIn } from "./resource-list.ts";
import type { DiscoveredVersion, DiscoveredVersions } from "./served-resource.ts";

interface VersionId {
  readonly group: string;
  readonly version: string;
}

/** The way of all servers: the groups, and then each version. One that fails hides no other. */
export async function plainDiscovery(server: ApiServer): Promise<DiscoveredVersions> {
  const [core, groups] = await Promise.all([readRoot(server, "/api"), readRoot(server, "/apis")]);
  const coreVersions = textsOf(core["versions"]).map((version) => ({ group: "", version }));
  const ids = [...coreVersions, ...objectsOf(groups["groups"]).flatMap(versionsOf)];
  return Promise.all(ids.map((id) => readVersion(server, id)));
}

async function readRoot(server: ApiServer, path: string): Promise<JsonObject> {
  const answer = await server.request({ method: "GET", path });
  if (answer.status !== 200) throw new ApiRejected(path, answer);
  return answer.body;
}

function versionsOf({ name, versions, preferredVersion }: JsonObject): readonly VersionId[] {
  const served = objectsOf(versions).map(({ version }) => String(version));
  const preferred = isJsonObject(preferredVersion) ? textsOf([preferredVersion["version"]]) : [];
  return [...new Set([...preferred, ...served])].map((version) => ({ group: String(name), version }));
}

async function readVersion(server: ApiServer, id: VersionId): Promise<DiscoveredVersion> {
  try {
    const { status, body } = await server.request({ method: "GET", path: versionPath(id) });
    return { ...id, resources: status === 200 && Array.isArray(body["resources"]) ? resourcesIn(id, body) : undefined };
  } catch {
    return { ...id, resources: undefined };
  }
}
