import { referenceOf } from "../objects/object-names.ts";
import { actorOf } from "../../cluster/deletion/controllers/finalizers.ts";
import { notesOf } from "../../cluster/deletion/losses/object-notes.ts";
import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";

/** A plan for programs: `schemaVersion` grows when something in it changes its meaning. */
export function jsonPlan(plan: DeletionPlan): object {
  return {
    schemaVersion: 1,
    propagationPolicy: plan.propagationPolicy,
    targets: plan.targets.map(referenceOf),
    forbidden: plan.forbidden.map(referenceOf),
    denied: plan.denied.map(plannedOf),
    objects: plan.objects.map(plannedOf),
    released: plan.released.map(([object, { kind, name }]) => ({ ...referenceOf(object), owner: { kind, name } })),
    volumes: plan.volumes.map(({ volume, claim, reclaimPolicy, deletedBy, capacity }) => ({
      ...(volume !== undefined && referenceOf(volume)),
      ...(claim !== undefined && { claim: referenceOf(claim) }),
      ...(reclaimPolicy !== undefined && { reclaimPolicy }),
      ...(reclaimPolicy === "Delete" && deletedBy !== undefined && { deletedBy }),
      capacity,
    })),
    externals: plan.externals.map(({ object, controller, fate }) => ({ ...referenceOf(object), controller, fate })),
    usages: plan.usages.map(({ usage, used }) => ({ ...referenceOf(used), usage: referenceOf(usage) })),
    underWay: plan.underWay.map(referenceOf),
    absent: plan.absent,
    gaps: plan.gaps,
  };
}

function plannedOf({ object, cause, state, mayGo, finalizers, denials }: PlannedObject): object {
  const because = cause.kind === "named" ? { kind: cause.kind } : { kind: cause.kind, of: referenceOf(cause.of) };
  const waitsFor = finalizers.map(waitedFor);
  return { ...referenceOf(object), state, ...(mayGo && { mayGo }), because, waitsFor, denials, notes: notesOf(object) };
}

function waitedFor(finalizer: string): object {
  const actor = actorOf(finalizer);
  return { finalizer, ...(actor !== undefined && { actor }) };
}
