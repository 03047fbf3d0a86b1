import { fieldsOf, textAt } from "../../../api/json.ts";
import type { ClusterObject } from "../cluster-object.ts";

/** What a volume names whom its data is from; a provisioner that is not part of Kubernetes deletes no other volume. */
const provisioners = ["pv.kubernetes.io/migrated-to", "pv.kubernetes.io/provisioned-by"] as const;

const inTree = "kubernetes.io/host-path";

/**
 * Who deletes the data of a volume with the reclaim policy `Delete` once its claim is gone; undefined: the volume names
 * nobody, and becomes Failed or stays Released (kubernetes: pkg/controller/volume/persistentvolume/pv_controller.go,
 * findDeletablePlugin).
 */
export function deleterOf(volume: ClusterObject): string | undefined {
  const annotations = volume.stored.metadata["annotations"];
  const named = provisioners.map((key) => textAt(annotations, key)).find((name) => name !== undefined && name !== "");
  return named !== undefined && named !== inTree ? named : isDeletedInTree(volume) ? "Kubernetes" : undefined;
}

/** Of all kinds of volumes that one is left, for tests (kubernetes: pkg/volume/hostpath/host_path.go, Delete). */
function isDeletedInTree({ stored }: ClusterObject): boolean {
  return /\/tmp\/./.test(textAt(stored["spec"], "hostPath", "path") ?? "");
}

/** Whether Kubernetes itself deletes the volume with its claim. */
export function isDeletedWithClaim(volume: ClusterObject): boolean {
  const policy = fieldsOf(volume.stored["spec"])["persistentVolumeReclaimPolicy"];
  return policy === "Delete" && deleterOf(volume) === "Kubernetes";
}
