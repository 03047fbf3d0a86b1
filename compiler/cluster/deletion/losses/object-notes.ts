import { fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import type { ClusterObject } from "../cluster-object.ts";
import { isClaim } from "../controllers/built-in-controllers.ts";
import { claimTemplatesOf, deletesClaims } from "../controllers/set-claims.ts";

/** What somebody should know of an object that goes, besides that it does. */
export function notesOf(object: ClusterObject): readonly string[] {
  return [...deletingNote(object), ...helmNote(object), ...timeToLiveNote(object), ...retentionNote(object)];
}

function deletingNote({ isDeleting, stored }: ClusterObject): readonly string[] {
  return isDeleting
    ? [`its deletion began at ${textAt(stored.metadata, "deletionTimestamp") ?? "a time that is not known"}`]
    : [];
}

/** Its controller makes itself the owner of the claims, which then go as dependents. */
function retentionNote(object: ClusterObject): readonly string[] {
  const { of, owners, stored } = object;
  if (isClaim(of) && owners.length > 0 && stored.metadata["ownerReferences"] === undefined)
    return ["no owner is written: by its name its StatefulSet is that"];
  const isSet = of.group === "apps" && of.resource === "statefulsets";
  const hasClaims = isSet && deletesClaims(object) && claimTemplatesOf(object).length > 0;
  return hasClaims ? ["its retention policy deletes the claims of its Pods with it"] : [];
}

/** A release of Helm is remembered in Secrets (or ConfigMaps): `sh.helm.release.v1.web.v3`. */
function helmNote({ of: { group, resource }, stored }: ClusterObject): readonly string[] {
  const { owner, name, status } = fieldsOf(stored.metadata["labels"]);
  if (group !== "" || !["secrets", "configmaps"].includes(resource) || owner !== "helm") return [];
  const isCurrent = status === "deployed";
  return [`Helm's record of the release ${String(name)}${isCurrent ? ", as it is deployed" : ""}`];
}

/** A Job that has ended goes by itself (kubernetes: pkg/controller/ttlafterfinished/ttlafterfinished_controller.go). */
function timeToLiveNote({ of, stored }: ClusterObject): readonly string[] {
  const seconds = fieldsOf(stored["spec"])["ttlSecondsAfterFinished"];
  if (of.group !== "batch" || of.resource !== "jobs" || typeof seconds !== "number") return [];
  const ended = objectsOf(fieldsOf(stored["status"])["conditions"]).find(
    ({ type, status }) => status === "True" && (type === "Complete" || type === "Failed"),
  );
  const at = new Date(Date.parse(textAt(ended, "lastTransitionTime") ?? "") + seconds * 1000);
  return Number.isNaN(at.getTime()) ? [] : [`goes by itself at ${at.toISOString().replace(".000Z", "Z")}`];
}
