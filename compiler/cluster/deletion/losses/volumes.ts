import { fieldsOf, textAt } from "../../../api/json.ts";
import { parseQuantity } from "../../../cel/kubernetes-types/quantity-amount.ts";
import type { ClusterObject } from "../cluster-object.ts";

/** A PersistentVolume that goes, or whose claim does, and what becomes of its data. */
export interface VolumeLoss {
  readonly volume: ClusterObject;
  /** Undefined: the volume itself goes, and its claim does not. */
  readonly claim: ClusterObject | undefined;
  /** `Delete`: the provisioner deletes the data; `Retain`: it stays. */
  readonly reclaimPolicy: string;
  /** As it is stored: `10Gi`. */
  readonly capacity: string;
  readonly bytes: number;
}

/** The volumes of claims that go, and those that go themselves. */
export function volumesOf(gone: readonly ClusterObject[], all: readonly ClusterObject[]): readonly VolumeLoss[] {
  const uids = new Set(gone.map(({ uid }) => uid));
  const claims = new Map(gone.filter(isClaim).map((claim) => [claim.uid, claim]));
  return all.filter(isVolume).flatMap((volume) => {
    const spec = fieldsOf(volume.stored["spec"]);
    const claim = claims.get(textAt(spec, "claimRef", "uid") ?? "");
    if (claim === undefined && !uids.has(volume.uid)) return [];
    const capacity = textAt(spec, "capacity", "storage") ?? "";
    const reclaimPolicy = textAt(spec, "persistentVolumeReclaimPolicy") ?? "Retain";
    return [{ volume, claim, reclaimPolicy, capacity, bytes: bytesOf(capacity) }];
  });
}

const isClaim = ({ of }: ClusterObject): boolean => of.group === "" && of.resource === "persistentvolumeclaims";
const isVolume = ({ of }: ClusterObject): boolean => of.group === "" && of.resource === "persistentvolumes";

/** 0 where it is no quantity. */
function bytesOf(capacity: string): number {
  const amount = parseQuantity(capacity);
  return "value" in amount ? Number(amount.value) * 10 ** amount.scale : 0;
}

/** `1.2 TiB`, `512 MiB` */
export function shownBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** at;
  return `${amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount.toFixed(1)} ${units[at] ?? ""}`;
}
