import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf, collectionPath } from "../../runtime-fallback/kubernetes/resource.ts";
import { isTestedObject } from "../simulator/testing/object-problem.ts";
import { isJsonObject, type JsonObject } from "../api/json.ts";
import type { TestedObject } from "../simulator/testing/request-description.ts";
import type { AskingClient } from "./asking-client.ts";

/** Objects may have a megabyte each. */
const pageSize = 100;

/** Of one kind; clusters with more of them keep many of each sort among the first ones. */
export const maxObjects = 2_000;

/** The server does not show the objects of a kind. */
export class NotListed extends Error {
  override readonly name = "NotListed";
}

/** The objects of a kind in all Namespaces, page by page, as long as somebody asks for more. */
export async function* listedObjects(
  resource: ServedResource,
  client: AskingClient,
  labelSelector = "",
): AsyncGenerator<TestedObject> {
  let next = "";
  for (let seen = 0; seen < maxObjects; seen += pageSize) {
    const query = new URLSearchParams({ limit: String(pageSize), labelSelector, continue: next });
    const { status, body } = await client.get(`${collectionPath(resource, undefined)}?${query.toString()}`);
    // 410: the list has grown too old while it was read.
    if (status === 410) return;
    if (status !== 200) throw new NotListed(String(body["message"]));
    yield* itemsOf(body, resource);
    next = continueOf(body);
    if (next === "") return;
  }
}

/** Items of a list name neither their version nor their kind. */
function itemsOf({ items }: JsonObject, { kind, ...id }: ServedResource): readonly TestedObject[] {
  const apiVersion = apiVersionOf(id);
  const all = Array.isArray(items) ? items.filter(isJsonObject) : [];
  return all.map((item): unknown => ({ ...item, apiVersion, kind })).filter(isTestedObject);
}

function continueOf({ metadata }: JsonObject): string {
  const next = isJsonObject(metadata) ? metadata["continue"] : undefined;
  return typeof next === "string" ? next : "";
}
