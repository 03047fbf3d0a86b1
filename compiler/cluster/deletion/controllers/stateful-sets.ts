import { fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import type { ClusterObject, OwnerReference } from "../cluster-object.ts";

/**
 * Claims of a StatefulSet that deletes them with itself have it as an owner: its controller writes that, and this is what
 * it would write where it has not yet, or where nobody runs it, as for manifests (kubernetes:
 * pkg/controller/statefulset/stateful_set_utils.go, updateClaimOwnerRefForSetAndPod). Claims of Pods that it no longer
 * has keep what they have.
 */
export function withOwnersOfClaims(objects: readonly ClusterObject[]): readonly ClusterObject[] {
  const sets = new Map(objects.filter(deletesItsClaims).flatMap(claimsOf));
  if (sets.size === 0) return objects;
  return objects.map((object) => {
    const owner = isClaim(object) ? ownerIn(sets, object) : undefined;
    const isOwned = owner === undefined || object.owners.some(({ uid }) => uid === owner.uid);
    return isOwned ? object : { ...object, owners: [...object.owners, owner] };
  });
}

const isClaim = ({ of }: ClusterObject): boolean => of.group === "" && of.resource === "persistentvolumeclaims";

function deletesItsClaims({ of, stored }: ClusterObject): boolean {
  if (of.group !== "apps" || of.resource !== "statefulsets") return false;
  return textAt(stored["spec"], "persistentVolumeClaimRetentionPolicy", "whenDeleted") === "Delete";
}

interface OwnedClaims {
  readonly owner: OwnerReference;
  /** Ordinals of Pods; the last is not among them. */
  readonly first: number;
  readonly end: number;
}

/** Under what is before the ordinal in the name of a claim: `<template>-<set>`. */
function claimsOf({ of, namespace = "", name, uid, stored }: ClusterObject): readonly (readonly [string, OwnedClaims])[] {
  const { volumeClaimTemplates, replicas = 1, ordinals } = fieldsOf(stored["spec"]);
  const { start = 0 } = fieldsOf(ordinals);
  const owner = { group: of.group, version: of.version, kind: of.kind, name, uid, blocks: false, isController: false };
  const claims = { owner, first: Number(start), end: Number(start) + Number(replicas) };
  const templates = objectsOf(volumeClaimTemplates).map((template) => textAt(template, "metadata", "name") ?? "");
  return templates.map((template) => [`${namespace}/${template}-${name}`, claims]);
}

function ownerIn(sets: ReadonlyMap<string, OwnedClaims>, { namespace = "", name }: ClusterObject): OwnerReference | undefined {
  const [, before = "", ordinal = ""] = /^(.*)-(0|[1-9]\d*)$/.exec(name) ?? [];
  const found = sets.get(`${namespace}/${before}`);
  if (found === undefined || ordinal === "") return undefined;
  return Number(ordinal) >= found.first && Number(ordinal) < found.end ? found.owner : undefined;
}
