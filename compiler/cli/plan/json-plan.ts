import { actorOf } from "../../cluster/deletion/finalizers.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";

/** A plan for programs: `schemaVersion` grows when something in it changes its meaning. */
export function jsonPlan(plan: DeletionPlan): object {
  return {
    schemaVersion: 1,
    propagationPolicy: plan.propagationPolicy,
    targets: plan.targets.map(referenceOf),
    denied: plan.denied.map(plannedOf),
    objects: plan.objects.map(plannedOf),
    released: plan.released.map(([object, { kind, name }]) => ({ ...referenceOf(object), owner: { kind, name } })),
    volumes: plan.volumes.map(({ volume, claim, reclaimPolicy, capacity }) => ({
      ...referenceOf(volume),
      ...(claim !== undefined && { claim: referenceOf(claim) }),
      reclaimPolicy,
      capacity,
    })),
    gaps: plan.gaps,
  };
}

function plannedOf({ object, cause, state, finalizers, denials }: PlannedObject): object {
  const because = cause.kind === "named" ? { kind: cause.kind } : { kind: cause.kind, of: referenceOf(cause.of) };
  return { ...referenceOf(object), state, because, waitsFor: finalizers.map(waitedFor), denials };
}

function waitedFor(finalizer: string): object {
  const actor = actorOf(finalizer);
  return { finalizer, ...(actor !== undefined && { actor }) };
}

function referenceOf({ of, namespace, name, uid }: ClusterObject): object {
  const { group, version, kind } = of;
  return {
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    ...(namespace !== undefined && { namespace }),
    name,
    uid,
  };
}
