// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Holds information about all CSI drivers installed on a node.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "csinodes" }]`
 */
export interface CSINode extends KubernetesObject {
  /** The specification of CSINode. */
  readonly spec: CSINodeSpec;
  /** Contains health and status information for the node's storage. Since Kubernetes 1.37. */
  readonly status?: CSINodeStatus;
}

/** Holds information about the specification of one CSI driver installed on a node. */
interface CSINodeDriver {
  /** Represents the volume resources of a node that are available for scheduling. */
  readonly allocatable?: VolumeNodeResources;
  /** Represents the name of the CSI driver that this object refers to. */
  readonly name: string;
  /** nodeID of the node from the driver point of view. */
  readonly nodeID: string;
  /** The list of keys supported by the driver. */
  readonly topologyKeys?: MaybeNull<readonly string[]>;
}

/** Holds information about the specification of all CSI drivers installed on a node. */
interface CSINodeSpec {
  /** A list of information of all CSI Drivers existing on a node. */
  readonly drivers?: MaybeNull<readonly CSINodeDriver[]>;
}

/** Contains health and status information for storage on a node. */
interface CSINodeStatus {
  /** Contains backend health reports for CSI drivers registered on the node. */
  readonly storageHealth?: readonly StorageHealth[];
}

/** Contains storage backend health reported by a CSI driver on a node. */
interface StorageHealth {
  /** The adverse storage backend conditions reported by the CSI driver. */
  readonly healthConditions?: readonly StorageHealthCondition[];
  /** The CSI driver name, matching CSINodeDriver.name. */
  readonly name: string;
}

/** Represents an adverse health condition reported by a CSI driver for its storage backend on a node. */
interface StorageHealthCondition {
  /** The access mode affected. */
  readonly accessMode?: "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod";
  /** When this condition first appeared at its current state. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human-readable description. */
  readonly message?: string;
  /** A brief CamelCase machine-parseable reason. */
  readonly reason: string;
  /** The health status category. */
  readonly status: "StorageDegraded" | "StorageUnreachable";
  /** The volume mode affected. */
  readonly volumeMode?: "Block" | "Filesystem";
}

/** A set of resource limits for scheduling of volumes. */
interface VolumeNodeResources {
  /** Indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. */
  readonly count?: Int32;
}
