import { existsSync } from "node:fs";
import type { Cascade } from "../../compiler/cluster/deletion/cascade.ts";
import type { ClusterObject } from "../../compiler/cluster/deletion/cluster-object.ts";
import { isVolume } from "../../compiler/cluster/deletion/controllers/built-in-controllers.ts";
import { type VolumeLoss, volumesOf } from "../../compiler/cluster/deletion/losses/volumes.ts";
import { textAt } from "../../compiler/api/json.ts";
import { dataOf } from "./storage-on-server.ts";

interface Asked {
  readonly cascade: Cascade<unknown>;
  /** Before anything was deleted. */
  readonly objects: readonly ClusterObject[];
  readonly now: ReadonlyMap<string, ClusterObject>;
  /** Where volumes have their data. */
  readonly data: string;
}

export interface VolumesAfter {
  /** What the plan says of a volume, and what has become of it, where that is not the same. */
  readonly differences: readonly string[];
  readonly released: number;
  /** Directories that are there no more. */
  readonly lost: number;
}

const phaseOf = (object: ClusterObject | undefined): string =>
  object === undefined ? "gone" : (textAt(object.stored["status"], "phase") ?? "none");

/** What the plan says of volumes and their data, beside what the controllers have done with them. */
export function volumesAfter({ cascade, objects, now, data }: Asked): VolumesAfter {
  const begun = cascade.fates.filter(({ denial }) => denial === undefined).map(({ object }) => object);
  const losses = new Map(volumesOf(begun, objects).map((loss) => [loss.volume?.uid ?? "", loss]));
  // Claims whose owner was absent from the first are gone already, and the data of their volumes.
  const volumes = objects.filter((one) => isVolume(one.of) && ["Bound", "Available"].includes(phaseOf(one)));
  const compared = volumes.map((volume) => {
    const loss = losses.get(volume.uid);
    const planned = plannedPhases(volume, loss, cascade);
    const phase = phaseOf(now.get(volume.uid));
    const hasData = textAt(volume.stored["spec"], "hostPath", "path") === undefined || existsSync(dataOf(data, volume.name));
    const keepsData = loss === undefined || isKept(loss, cascade);
    const isRight = planned.includes(phase) && (hasData === keepsData || mayGo(volume, cascade));
    const what = `PersistentVolume ${volume.name} is ${phase}, planned: ${planned.join(" or ")}; its data ${hasData ? "is there" : "is gone"}`;
    return { isRight, what, isReleased: phaseOf(volume) === "Bound" && phase !== "Bound", isLost: !hasData };
  });
  return {
    differences: compared.filter(({ isRight }) => !isRight).map(({ what }) => what),
    released: compared.filter(({ isReleased }) => isReleased).length,
    lost: compared.filter(({ isLost }) => isLost).length,
  };
}

/** Data of a Retain volume stays; otherwise it goes with the claim, where anybody deletes it. */
function isKept({ claim, reclaimPolicy, deletedBy }: VolumeLoss, { world }: Cascade<unknown>): boolean {
  return reclaimPolicy === "Retain" || deletedBy === undefined || claim === undefined || world.get(claim.uid) !== undefined;
}

/** Of a volume that is deleted itself, nobody waits until its data has been. */
function mayGo({ uid }: ClusterObject, { fates }: Cascade<unknown>): boolean {
  const fate = fates.find(({ object }) => object.uid === uid);
  return fate !== undefined && fate.denial === undefined && fate.cause.kind !== "companion";
}

function plannedPhases(volume: ClusterObject, loss: VolumeLoss | undefined, { world }: Cascade<unknown>): readonly string[] {
  if (world.get(volume.uid) === undefined) return ["gone"];
  const isReleased = loss?.claim !== undefined && world.get(loss.claim.uid) === undefined;
  if (!isReleased) return [phaseOf(volume)];
  // Where nobody in Kubernetes deletes such volumes, that is a failure.
  return loss.reclaimPolicy === "Delete" ? ["Released", "Failed"] : ["Released"];
}
