import { type AskedWebhook, askedHash } from "../../compiler/api/asked-hash.ts";
import { groupCovers, resourceCovers } from "../../compiler/api/coverage.ts";
import { objectsOf, textsOf, fieldsOf, type JsonObject } from "../../compiler/api/json.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";

type Operation = "CREATE" | "UPDATE" | "DELETE";

/** One webhook of the configuration in the cluster. */
export interface LiveWebhook {
  readonly name: string;
  /** Of everything but the kinds, the address and the timeout. */
  readonly hash: string;
  readonly path: string;
  /** Where it is asked, if at no Service. */
  readonly url: string | undefined;
  /** PEM; undefined: nobody can be trusted yet. */
  readonly authority: string | undefined;
  /** What it is asked about, as text: to tell one state from another. */
  readonly kinds: string;
  /** Whether it is asked about the resource, and with which operations. */
  operationsOf(resource: GroupResource): readonly Operation[];
}

/** Throws where the object is no such configuration. */
export function liveWebhooks(configuration: JsonObject): readonly LiveWebhook[] {
  return objectsOf(configuration["webhooks"]).map((webhook) => {
    const client = fieldsOf(webhook["clientConfig"]);
    const service = fieldsOf(client["service"]);
    const url = typeof client["url"] === "string" ? client["url"] : undefined;
    const bundle = client["caBundle"];
    const asked = webhook as unknown as AskedWebhook;
    return {
      name: String(webhook["name"]),
      hash: askedHash(asked),
      path: url === undefined ? String(service["path"] ?? "") : new URL(url).pathname,
      url,
      authority: typeof bundle === "string" ? Buffer.from(bundle, "base64").toString("utf8") : undefined,
      kinds: JSON.stringify(webhook["rules"] ?? []),
      operationsOf: (resource) => [...new Set(objectsOf(webhook["rules"]).flatMap((rule) => operationsIn(rule, resource)))],
    };
  });
}

function operationsIn(rule: JsonObject, { group, resource }: GroupResource): readonly Operation[] {
  const isGroup = textsOf(rule["apiGroups"]).some((one) => one === "*" || groupCovers(one, group));
  const isResource = textsOf(rule["resources"]).some((one) => resourceCovers(one, resource));
  return isGroup && isResource ? (textsOf(rule["operations"]) as readonly Operation[]) : [];
}
