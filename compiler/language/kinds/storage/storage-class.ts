// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull } from "../field-types.ts";

/**
 * Describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "storageclasses" }]`
 */
export interface StorageClass extends KubernetesObject {
  /** Shows whether the storage class allow volume expand. */
  readonly allowVolumeExpansion?: boolean;
  /** allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. */
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
  /**
   * Controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class. e.g. ["ro", "soft"].
   */
  readonly mountOptions?: readonly string[];
  /** Holds the parameters for the provisioner that should create volumes of this storage class. */
  readonly parameters?: { readonly [key: string]: string };
  /** Indicates the type of the provisioner. */
  readonly provisioner: string;
  /** Controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. */
  readonly reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** Indicates how PersistentVolumeClaims should be provisioned and bound. */
  readonly volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
}

/** A topology selector requirement is a selector that matches given label. */
interface TopologySelectorLabelRequirement {
  /** The label key that the selector applies to. */
  readonly key: string;
  /** An array of string values. */
  readonly values?: MaybeNull<readonly string[]>;
}

/** A topology selector term represents the result of label queries. */
interface TopologySelectorTerm {
  /** A list of topology selector requirements by labels. */
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[];
}
