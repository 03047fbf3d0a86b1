import type { ApiServer } from "../kubernetes/api-server.ts";
import { isJsonObject } from "../../compiler/api/json.ts";
import type { DeletePolicy } from "./claim.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { getIfServed } from "./get-if-served.ts";

const definitions = { group: "apiextensions.crossplane.io", version: "v1", resource: "compositeresourcedefinitions" };

/**
 * What a claim means that does not say: `spec.defaultCompositeDeletePolicy` of the definition of its composites, or Background, where there
 * is none. Rejects where the API server cannot tell.
 */
export async function defaultPolicy(server: ApiServer, composite: GroupResource, signal: AbortSignal): Promise<DeletePolicy> {
  const name = `${composite.resource}.${composite.group}`;
  const definition = await getIfServed(server, { resource: definitions, name }, signal);
  const spec = definition?.["spec"];
  return isJsonObject(spec) && spec["defaultCompositeDeletePolicy"] === "Foreground" ? "Foreground" : "Background";
}
