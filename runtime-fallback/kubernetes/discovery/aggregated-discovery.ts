import { type ApiServer, ApiRejected } from "../api-server.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf } from "../../../compiler/api/json.ts";
import type { DiscoveredVersion, DiscoveredVersions, ServedResource } from "./served-resource.ts";

const kind = "APIGroupDiscoveryList";
const accept = `application/json;g=apidiscovery.k8s.io;v=v2;as=${kind}`;

/** Everything in two requests; undefined where the server does not know this format, which is of 1.30. */
export async function aggregatedDiscovery(server: ApiServer): Promise<DiscoveredVersions | undefined> {
  const [core, groups] = await Promise.all([readRoot(server, "/api"), readRoot(server, "/apis")]);
  return core === undefined || groups === undefined ? undefined : [...core, ...groups];
}

async function readRoot(server: ApiServer, path: string): Promise<DiscoveredVersions | undefined> {
  const answer = await server.request({ method: "GET", path, accept });
  if (answer.status === 406) return undefined;
  if (answer.status !== 200) throw new ApiRejected(path, answer);
  // Who does not know the format may also answer in another.
  if (answer.body["kind"] !== kind) return undefined;
  return objectsOf(answer.body["items"]).flatMap(versionsOf);
}

function versionsOf({ metadata, versions }: JsonObject): DiscoveredVersions {
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  // The core group has no name.
  const group = typeof name === "string" ? name : "";
  return objectsOf(versions).map((version) => discoveredVersion(group, version));
}

function discoveredVersion(group: string, { version, resources, freshness }: JsonObject): DiscoveredVersion {
  const id = { group, version: String(version) };
  // Stale: what it was when its server was last heard, or nothing at all where it never was.
  if (freshness === "Stale") return { ...id, resources: undefined };
  return { ...id, resources: objectsOf(resources).map((resource) => servedResource(id, resource)) };
}

function servedResource(id: { group: string; version: string }, entry: JsonObject): ServedResource {
  const { resource, responseKind, scope, verbs, subresources } = entry;
  return {
    ...id,
    resource: String(resource),
    kind: isJsonObject(responseKind) ? String(responseKind["kind"]) : "",
    isNamespaced: scope === "Namespaced",
    verbs: textsOf(verbs),
    subresources: objectsOf(subresources).map(({ subresource }) => String(subresource)),
  };
}
