import type { KubernetesObject } from "../objects.ts";
import type { ReclaimPolicy } from "./persistent-volume.ts";

/** `match: [{ group: "storage.k8s.io", version: "v1", resource: "storageclasses" }]` */
export interface StorageClass extends KubernetesObject {
  /** Who makes the volumes: `ebs.csi.aws.com`. */
  readonly provisioner: string;
  /** What the provisioner wants to know. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What becomes of the data of its volumes. */
  readonly reclaimPolicy?: ReclaimPolicy;
  /** Options for mounting. */
  readonly mountOptions?: readonly string[];
  /** Claims may be made larger. */
  readonly allowVolumeExpansion?: boolean;
  /** At once, or when a Pod needs the volume. */
  readonly volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
}
