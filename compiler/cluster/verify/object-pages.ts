import { ApiRejected } from "../../../runtime-fallback/kubernetes/api-server.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import { isTestedObject } from "../../simulator/testing/object-problem.ts";
import type { TestedObject } from "../../simulator/testing/request-description.ts";
import type { AskingClient } from "./asking-client.ts";
import type { LabelSelector } from "../../language/matches-labels.ts";

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
  const { kind, ...id } = resource;
  let seen = 0;
  try {
    for await (const object of client.list({ resource, labelSelector })) {
      const named: unknown = { ...object, apiVersion: apiVersionOf(id), kind };
      if (isTestedObject(named)) yield named;
      seen += 1;
      if (seen === maxObjects) return;
    }
  } catch (error) {
    if (!(error instanceof ApiRejected)) throw error;
    const { status, body } = error.answer;
    // 410: the list has grown too old while it was read.
    if (status !== 410) throw new NotListed(String(body["message"]));
  }
}

/** As the API server takes it in the query of a list: `keep in (yes),team`; empty selects everything. */
export function selectorText({ matchExpressions = [] }: LabelSelector): string {
  return matchExpressions
    .map(({ key, operator, values = [] }) => {
      if (operator === "Exists") return key;
      if (operator === "DoesNotExist") return `!${key}`;
      return `${key} ${operator === "In" ? "in" : "notin"} (${values.join(",")})`;
    })
    .join(",");
}
