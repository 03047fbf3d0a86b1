// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { QuantityText } from "../field-types.ts";
import type { LabelSelector } from "../meta.ts";

/**
 * Stores the result of one CSI GetCapacity call.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "csistoragecapacities" }]`
 */
export interface CSIStorageCapacity extends KubernetesObject {
  /**
   * The value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology and
   * parameters that match the previous fields.
   */
  readonly capacity?: QuantityText;
  /**
   * The value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology and
   * parameters that match the previous fields.
   */
  readonly maximumVolumeSize?: QuantityText;
  /** Defines which nodes have access to the storage for which capacity was reported. */
  readonly nodeTopology?: LabelSelector;
  /** Represents the name of the StorageClass that the reported capacity applies to. */
  readonly storageClassName: string;
}
