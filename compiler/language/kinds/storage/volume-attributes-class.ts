// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";

/**
 * Represents a specification of mutable volume attributes defined by the CSI driver. Since Kubernetes 1.34.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "volumeattributesclasses" }]`
 */
export interface VolumeAttributesClass extends KubernetesObject {
  /** The name of the CSI driver This field is immutable. */
  readonly driverName: string;
  /** Parameters hold volume attributes defined by the CSI driver. */
  readonly parameters?: { readonly [key: string]: string };
}
