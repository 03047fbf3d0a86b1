import { fieldsOf, textAt } from "../../../api/json.ts";
import { parseQuantity } from "../../../cel/kubernetes-types/quantity-amount.ts";
import type { ClusterObject } from "../cluster-object.ts";
import { isClaim, isVolume } from "../controllers/built-in-controllers.ts";
import { deleterOf } from "../controllers/volume-deleters.ts";

/** A PersistentVolume that goes, or whose claim does, and what becomes of its data. */
export interface VolumeLoss {
  /** Undefined: the claim names one that is not shown. */
  readonly volume: ClusterObject | undefined;
  /** Undefined: the volume itself goes, and its claim does not. */
  readonly claim: ClusterObject | undefined;
  /** `Delete`: the provisioner deletes the data; `Recycle`: it is scrubbed; `Retain`: it stays. Undefined: nobody says. */
  readonly reclaimPolicy: string | undefined;
  /** Who deletes the data, where the policy is `Delete`: a provisioner, or Kubernetes. Undefined: it does not say. */
  readonly deletedBy: string | undefined;
  /** As it is stored: `10Gi`. */
  readonly capacity: string;
  /** 0 where the capacity is no size. */
  readonly bytes: number;
}

/** Whether its data goes, or may. */
export const isLost = ({ reclaimPolicy }: VolumeLoss): boolean => reclaimPolicy !== "Retain";

/** Of claims whose deletion begins, which cannot be taken back, and of volumes that are deleted themselves. */
export function volumesOf(deleted: readonly ClusterObject[], all: readonly ClusterObject[]): readonly VolumeLoss[] {
  const volumes = all.filter(({ of }) => isVolume(of));
  const byClaim = new Map(volumes.map((volume) => [claimUidOf(volume), volume]));
  const byName = new Map(volumes.map((volume) => [volume.name, volume]));
  const ofClaims = deleted
    .filter(({ of }) => isClaim(of))
    .flatMap((claim) => {
      const named = textAt(claim.stored["spec"], "volumeName");
      const volume = byClaim.get(claim.uid) ?? byName.get(named ?? "");
      return volume === undefined && named === undefined ? [] : [lossOf(volume, claim)];
    });
  const seen = new Set(ofClaims.map(({ volume }) => volume));
  const alone = deleted.filter((one) => isVolume(one.of) && !seen.has(one)).map((volume) => lossOf(volume, undefined));
  return [...ofClaims, ...alone];
}

function lossOf(volume: ClusterObject | undefined, claim: ClusterObject | undefined): VolumeLoss {
  const spec = fieldsOf(volume?.stored["spec"]);
  const capacity = textAt(spec, "capacity", "storage") ?? "";
  // The API server writes Retain where nothing is said.
  const reclaimPolicy = volume === undefined ? undefined : (textAt(spec, "persistentVolumeReclaimPolicy") ?? "Retain");
  const deletedBy = volume === undefined ? undefined : deleterOf(volume);
  return { volume, claim, reclaimPolicy, deletedBy, capacity, bytes: bytesOf(capacity) };
}

const claimUidOf = ({ stored }: ClusterObject): string => textAt(stored["spec"], "claimRef", "uid") ?? "";

function bytesOf(capacity: string): number {
  const amount = parseQuantity(capacity);
  const bytes = "value" in amount ? Number(amount.value) * 10 ** amount.scale : 0;
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}

/** `1.2 TiB`, `512 MiB` */
export function shownBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** at;
  return `${amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount.toFixed(1)} ${units[at] ?? ""}`;
}
