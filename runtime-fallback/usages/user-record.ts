import type { StoredObject } from "../api/stored-object.ts";
import type { MetadataPatch } from "./mark.ts";
import type { Place } from "./seen.ts";
import { ownersOf, texts, type Usage } from "./usage.ts";

/** Where an owner reference cannot say it: the owner of what is in no namespace is in none, or the garbage collector takes it for gone. */
const userAnnotation = "holdfast.dev/used-by-uid";

/** The UID of the user as the Usage has met it; another object of the same name is another user. */
export function recordedUser({ object, by }: Usage): string | undefined {
  const owner = ownersOf(object).find(
    ({ apiVersion, kind, name }) => groupOf(apiVersion) === by?.group && kind === by.kind && name === by.name,
  );
  const uid = owner?.["uid"] ?? texts(object.metadata["annotations"])[userAnnotation];
  return typeof uid === "string" ? uid : undefined;
}

/** The Usage goes with its user: by the garbage collector, where that can see the user from there, and by this controller. */
export function recordPatch({ object, key }: Usage, place: Place, user: StoredObject): MetadataPatch {
  const { resourceVersion } = object.metadata;
  const { uid } = user.metadata;
  const canOwn = place.key.namespace === undefined || place.key.namespace === key.namespace;
  if (!canOwn) return { metadata: { resourceVersion, annotations: { [userAnnotation]: uid } } };
  const { group, version } = place.resource;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const owner = { apiVersion, kind: place.kind, name: place.key.name, uid };
  return { metadata: { resourceVersion, ownerReferences: [...ownersOf(object), owner] } };
}

function groupOf(apiVersion: unknown): string {
  const [group, version] = String(apiVersion).split("/");
  return version === undefined ? "" : (group ?? "");
}
