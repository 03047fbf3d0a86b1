import { Cascade, type CascadeOptions, type Cause, type Fate } from "./cascade.ts";
import { type ClusterObject, type OwnerReference, isNamespace } from "./cluster-object.ts";
import { type ExternalResource, externalResourcesOf } from "./losses/external-resources.ts";
import type { PolicyDenial } from "./policy-admission.ts";
import type { PropagationPolicy } from "./propagation.ts";
import { type UsageOf, usagesOf } from "./losses/usages.ts";
import { type VolumeLoss, volumesOf } from "./losses/volumes.ts";

type Denials = readonly PolicyDenial[];

/** An object that a delete takes, or would take. */
export interface PlannedObject {
  readonly object: ClusterObject;
  readonly cause: Cause;
  /**
   * `gone`: nothing keeps it. `later`: finalizers have to be removed first, its own or those of others. `waits`: its
   * deletion begins, and does not end. `denied`: its delete is denied.
   */
  readonly state: "gone" | "later" | "waits" | "denied";
  /** Of one that waits: whether the garbage collector may let it go anyway, which is chance. */
  readonly mayGo: boolean;
  /** Its own finalizers that somebody else has to remove. */
  readonly finalizers: readonly string[];
  readonly denials: Denials;
}

/** What a delete takes with it, what it leaves, and what denies it, as far as the objects say. */
export interface FollowedDelete {
  readonly targets: readonly ClusterObject[];
  readonly propagationPolicy: PropagationPolicy;
  /** Of the targets themselves: while there is one, that target stays, and all that would go with it. */
  readonly denied: readonly PlannedObject[];
  /** As if no target was denied, in the order in which it happens. */
  readonly objects: readonly PlannedObject[];
  /** Objects that lose an owner and stay. */
  readonly released: readonly (readonly [ClusterObject, OwnerReference])[];
  readonly volumes: readonly VolumeLoss[];
  /** What objects stand for outside of the cluster. */
  readonly externals: readonly ExternalResource[];
  readonly usages: readonly UsageOf[];
  /** What was being deleted before, in a Namespace that goes or of an owner that does: others have to end it. */
  readonly underWay: readonly ClusterObject[];
}

/** The same, with what only the cluster says. */
export interface DeletionPlan extends FollowedDelete {
  /** Targets that the user has no right to delete. */
  readonly forbidden: readonly ClusterObject[];
  /** What a file names, and the cluster does not have. */
  readonly absent: readonly string[];
  /** What is not known, a line for each. */
  readonly gaps: readonly string[];
}

export interface Deleted {
  readonly targets: readonly ClusterObject[];
  readonly propagationPolicy: PropagationPolicy;
  /** All of the cluster. */
  readonly objects: readonly ClusterObject[];
}

/** Follows the delete twice: as it is, and as it would be without what denies the targets themselves. */
export function deletionPlan(deleted: Deleted, options: CascadeOptions<Denials>): FollowedDelete {
  const { targets, propagationPolicy, objects } = deleted;
  const uids = targets.map(({ uid }) => uid);
  const asIs = new Cascade(objects, options);
  asIs.delete(uids, propagationPolicy);
  const denied = asIs.deniedTargets;
  const whole = denied.length === 0 ? asIs : allowed(deleted, options);
  const planned = plannedObjects(whole);
  const begun = planned.filter(({ state }) => state !== "denied").map(({ object }) => object);
  return {
    targets,
    propagationPolicy,
    denied: denied.map((fate) => plannedOf(fate, "denied", [])),
    objects: planned,
    released: whole.released,
    volumes: volumesOf(begun, objects),
    externals: externalResourcesOf(begun, objects),
    usages: usagesOf(begun, objects),
    underWay: underWay(begun, objects),
  };
}

function underWay(begun: readonly ClusterObject[], objects: readonly ClusterObject[]): readonly ClusterObject[] {
  const uids = new Set(begun.map(({ uid }) => uid));
  const namespaces = new Set(begun.filter(({ of }) => isNamespace(of)).map(({ name }) => name));
  const isConcerned = ({ namespace, owners }: ClusterObject): boolean =>
    namespaces.has(namespace ?? "") || owners.some((owner) => uids.has(owner.uid));
  return objects.filter((object) => object.isDeleting && !uids.has(object.uid) && isConcerned(object));
}

function allowed({ targets, propagationPolicy, objects }: Deleted, options: CascadeOptions<Denials>): Cascade<Denials> {
  const isTarget = new Set(targets.map(({ uid }) => uid));
  const cascade = new Cascade<Denials>(objects, {
    ...options,
    admission: {
      denial: (request, world) =>
        request.by === "user" && isTarget.has(request.object.uid) ? undefined : options.admission.denial(request, world),
    },
  });
  cascade.delete([...isTarget], propagationPolicy);
  return cascade;
}

/** First what goes by itself, then what goes once all finalizers of others have been removed. */
function plannedObjects(cascade: Cascade<Denials>): readonly PlannedObject[] {
  const atOnce = new Set(cascade.fates.filter(({ isGone }) => isGone).map(({ object }) => object.uid));
  const finalizers = new Map<string, readonly string[]>();
  do {
    for (const { object } of cascade.fates)
      if (!finalizers.has(object.uid)) finalizers.set(object.uid, foreignOf(object, cascade));
  } while (cascade.removeForeignFinalizers());
  return cascade.fates.map((fate) => {
    const { uid } = fate.object;
    const own = finalizers.get(uid) ?? [];
    if (fate.denial !== undefined) return plannedOf(fate, "denied", own);
    if (atOnce.has(uid)) return plannedOf(fate, "gone", []);
    return fate.isGone ? plannedOf(fate, "later", own) : { ...plannedOf(fate, "waits", own), mayGo: mayGo(fate, cascade) };
  });
}

function foreignOf({ uid }: ClusterObject, cascade: Cascade<Denials>): readonly string[] {
  const live = cascade.world.get(uid);
  return live === undefined ? [] : cascade.foreignFinalizers(live);
}

function mayGo({ object }: Fate<Denials>, cascade: Cascade<Denials>): boolean {
  const live = cascade.world.get(object.uid);
  return live !== undefined && cascade.mayBeReleased(live);
}

function plannedOf(fate: Fate<Denials>, state: PlannedObject["state"], finalizers: readonly string[]): PlannedObject {
  return { object: fate.object, cause: fate.cause, state, mayGo: false, finalizers, denials: fate.denial ?? [] };
}
