import type { LineFields } from "../telemetry/fields.ts";
import { own, isJsonObject } from "../../compiler/api/json.ts";
import type { Review } from "./review.ts";

/** What the line about a review says of it. */
export function fieldsOf({ uid, request, isDryRun }: Review): LineFields {
  const { kind, namespace, operation, userInfo } = request;
  const name = request.name ?? nameOf(request.oldObject ?? request.object);
  return {
    operation,
    kind: kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`,
    object: namespace === undefined ? name : `${namespace}/${name}`,
    user: userInfo.username,
    dryRun: isDryRun,
    uid,
  };
}

/** The request for a collection names nothing: each of its reviews has an object. */
function nameOf(object: unknown): string {
  const metadata = isJsonObject(object) ? own(object, "metadata") : undefined;
  const name = isJsonObject(metadata) ? own(metadata, "name") : undefined;
  return typeof name === "string" ? name : "";
}
