import { fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import { isOfServer } from "../../../api/stored-version.ts";
import type { ClusterObject, OwnerReference } from "../cluster-object.ts";
import { isClaim } from "./built-in-controllers.ts";

/** A claim that has the name of one of a StatefulSet whose retention policy deletes them with it. */
interface NamedClaim {
  readonly claim: ClusterObject;
  readonly set: ClusterObject;
  /** Whether there is to be a Pod for it: for others the controller does nothing. */
  readonly isInRange: boolean;
}

const isStatefulSet = ({ of }: ClusterObject): boolean => of.group === "apps" && of.resource === "statefulsets";

/** What `whenScaled` says is about a set that becomes smaller, and not about its deletion. */
export const deletesClaims = ({ stored }: ClusterObject): boolean =>
  textAt(stored["spec"], "persistentVolumeClaimRetentionPolicy", "whenDeleted") === "Delete";

export const claimTemplatesOf = ({ stored }: ClusterObject): readonly string[] =>
  objectsOf(fieldsOf(stored["spec"])["volumeClaimTemplates"]).map((template) => textAt(template, "metadata", "name") ?? "");

/**
 * By the name alone, `<template>-<set>-<ordinal>`: the controller looks at no labels (kubernetes:
 * pkg/controller/statefulset/stateful_set_utils.go, getPersistentVolumeClaimName and updateClaimOwnerRefForSetAndPod).
 */
export function claimsByName(sets: readonly ClusterObject[], objects: readonly ClusterObject[]): readonly NamedClaim[] {
  const deleting = sets.filter((object) => isStatefulSet(object) && deletesClaims(object));
  if (deleting.length === 0) return [];
  const named = deleting.flatMap((set) => claimTemplatesOf(set).map((template) => ({ set, prefix: `${template}-${set.name}` })));
  const byPrefix = Map.groupBy(named, ({ set, prefix }) => keyOf(set, prefix));
  return objects
    .filter(({ of }) => isClaim(of))
    .flatMap((claim) => {
      const [, prefix = "", ordinal = ""] = /^(.*)-(0|[1-9]\d*)$/.exec(claim.name) ?? [];
      const own = byPrefix.get(keyOf(claim, prefix)) ?? [];
      return own.map(({ set }) => ({ claim, set, isInRange: isInRange(set, Number(ordinal)) }));
    });
}

const keyOf = ({ namespace = "" }: ClusterObject, prefix: string): string => `${namespace}/${prefix}`;

function isInRange({ stored }: ClusterObject, ordinal: number): boolean {
  const { replicas = 1, ordinals } = fieldsOf(stored["spec"]);
  const { start = 0 } = fieldsOf(ordinals);
  return ordinal >= Number(start) && ordinal < Number(start) + Number(replicas);
}

/**
 * Claims that somebody has written, and no owner with them, have the one that the controller gives them: whichever comes
 * first, where two sets have a claim of that name.
 */
export function withOwnersOfClaims(objects: readonly ClusterObject[]): readonly ClusterObject[] {
  const named = claimsByName(objects, objects).filter(
    ({ claim, isInRange: isIn }) => isIn && claim.owners.length === 0 && !isOfServer(claim.stored),
  );
  if (named.length === 0) return objects;
  const sets = Map.groupBy(named, ({ claim }) => claim);
  return objects.map((object) => {
    const [first, second] = sets.get(object) ?? [];
    return first === undefined || second !== undefined ? object : { ...object, owners: [ownerOf(first.set)] };
  });
}

function ownerOf({ of: { group, version, kind }, name, uid }: ClusterObject): OwnerReference {
  return { group, version, kind, name, uid, blocks: true, isController: true };
}

/** Claims of sets that go, of which it is not known whose they are: a line for each. */
export function claimGaps(gone: readonly ClusterObject[], objects: readonly ClusterObject[]): readonly string[] {
  return claimsByName(gone, objects)
    .filter(({ claim, isInRange: isIn }) => claim.owners.length === 0 && (isIn || !isOfServer(claim.stored)))
    .map((named) => `whether ${nameOf(named.claim)} goes with ${nameOf(named.set)}: ${doubt(named)}`);
}

function doubt({ claim, isInRange: isIn }: NamedClaim): string {
  if (!isIn) return "it is beyond the replicas of that, and no owner is written";
  return isOfServer(claim.stored) ? "its controller has not made that the owner" : "another set has a claim of that name, too";
}

const nameOf = ({ of: { kind }, namespace, name }: ClusterObject): string => `${kind} ${namespace}/${name}`;
