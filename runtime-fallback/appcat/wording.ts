import { metadataOf } from "../../compiler/api/json.ts";
import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import { boundedName } from "../escape-text.ts";
import type { CompositeState } from "./composite-state.ts";
import type { CompositeOwner } from "./owner.ts";
import { resourceName } from "../../compiler/api/resource.ts";

export const overrideLabel = "appcat.vshn.io/webhook-allowdeletion";

/** On the Namespace, for kinds whose names begin with PersistentVolume. */
export const overrideForVolumesLabel = "appcat.vshn.io/webhook-allowpvcdeletion";

/** What is to be said after the composite's name where it keeps the object. */
export const stateText: Readonly<Record<Exclude<CompositeState, "gone" | "terminating">, string>> = {
  lives: "exists, and is not being deleted",
  "not declared": "is of a kind that the configuration of this guard does not name, and is not looked up",
  "not served": "is of a kind that the API server does not serve, so nobody can tell whether it still exists",
  "no composite": "can be no composite: these are in no Namespace, and have plain names",
};

/** `PersistentVolumeClaim shop/data`; in a deletecollection the request has no name, and the object does. */
export function shownObject({ kind, namespace = "", oldObject }: AdmissionReviewRequest): string {
  const name = objectName(oldObject);
  // A request about a Namespace has its own name as its namespace.
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  return `${boundedName(kind.kind)} ${namespace === "" || isNamespace ? "" : `${boundedName(namespace)}/`}${boundedName(name)}`;
}

/** `composite XVSHNRedis redis-x4f`: names come from labels. */
export function ownerText({ kind, group, name }: CompositeOwner): string {
  return `its composite ${boundedName(kind)}.${boundedName(group)} ${boundedName(name)}`;
}

/** The label that lets it go, as a command. */
export function commandFor({ kind, resource: { group, resource }, namespace = "", oldObject }: AdmissionReviewRequest): string {
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  const target = `${resourceName({ group, resource })}/${boundedName(objectName(oldObject))}`;
  const place = namespace === "" || isNamespace ? "" : ` -n ${boundedName(namespace)}`;
  return `kubectl label ${target}${place} ${overrideLabel}=true`;
}

function objectName(object: unknown): string {
  const metadata = metadataOf(object);
  return String(metadata["name"]);
}
