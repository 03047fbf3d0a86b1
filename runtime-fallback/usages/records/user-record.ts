import { annotationNames } from "../../../compiler/api/names.ts";
import { parseJsonObject } from "../../../compiler/api/json.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import type { MetadataPatch } from "./mark.ts";
import type { ReferencedPlace } from "../snapshot/seen.ts";
import { namespaceMeant, ownersOf, texts, type Usage } from "../usage.ts";
import { apiVersionOf } from "../../kubernetes/resource.ts";

/**
 * On a Usage: who uses, by its UID. An owner reference says it as well, and is taken away by the garbage collector:
 * where the user is deleted and its dependents are to be orphaned, and where the Usage has another owner that stands.
 * So the reference is not read: anybody may have written it. `policies/fallback/usage-records.ts` keeps the
 * annotation for this controller.
 */
const userAnnotation = annotationNames.usedBy;

/** The UID of the user as this controller has met it; another object of the same name is another user. */
export function recordedUser(usage: Usage): string | undefined {
  const record = texts(parseJsonObject(texts(usage.object.metadata["annotations"])[userAnnotation] ?? ""));
  // Of this very Usage, since a copy or a restored one has met nobody yet, and of what `spec.by` names now.
  const isOfThis = Object.entries(userText(usage)).every(([key, value]) => record[key] === value);
  return isOfThis ? record["uid"] : undefined;
}

/**
 * The Usage goes with its user: by the garbage collector, where that can see the user from
 * there, and by this controller.
 */
export function recordPatch(usage: Usage, place: ReferencedPlace, user: StoredObject): MetadataPatch {
  const { object, key } = usage;
  const { resourceVersion } = object.metadata;
  const { uid } = user.metadata;
  const annotations = { [userAnnotation]: JSON.stringify({ ...userText(usage), uid }) };
  // The owner of what is in no namespace is in none, or the garbage collector takes it for gone.
  const canOwn = place.key.namespace === undefined || place.key.namespace === key.namespace;
  const owners = ownersOf(object);
  if (!canOwn || owners.some((owner) => owner["uid"] === uid)) return { metadata: { resourceVersion, annotations } };
  const { group, version } = place.resource;
  const apiVersion = apiVersionOf({ group, version });
  const owner = { apiVersion, kind: place.kind, name: place.key.name, uid };
  return { metadata: { resourceVersion, annotations, ownerReferences: [...owners, owner] } };
}

/** What the record is about. A namespace that is not said is that of the Usage. */
function userText({ uid, key, by }: Usage): Readonly<Record<string, string>> {
  const { group = "", kind = "", name = "" } = by ?? {};
  return { usage: uid, group, kind, namespace: namespaceMeant(by, key.namespace) ?? "", name };
}
