// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { NodeSelector } from "../core/pod/affinity.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";
import type { Condition } from "../meta.ts";
import type { DeviceToleration, OpaqueDeviceConfiguration, ResourceClaimSpec } from "./devices.ts";

/**
 * Describes a request for access to resources in the cluster, for use by workloads. Since Kubernetes 1.34.
 *
 * `match: [{ group: "resource.k8s.io", version: "v1", resource: "resourceclaims" }]`
 */
export interface ResourceClaim extends KubernetesObject {
  /** Describes what is being requested and how to configure it. */
  readonly spec: ResourceClaimSpec;
  /** Describes whether the claim is ready to use and what has been allocated. */
  readonly status?: ResourceClaimStatus;
}

/** Contains the status of an allocated device, if the driver chooses to report it. */
interface AllocatedDeviceStatus {
  /** Contains the latest observation of the device's state. */
  readonly conditions?: MaybeNull<readonly Condition[]>;
  /** Contains arbitrary driver-specific data. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** References one device instance via its name in the driver's resource pool. */
  readonly device: string;
  /**
   * Specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once the
   * claim is needed on a node.
   */
  readonly driver: string;
  /** Contains network-related information specific to the device. */
  readonly networkData?: NetworkDeviceData;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  readonly pool: string;
  /** ShareID uniquely identifies an individual allocation share of the device. */
  readonly shareID?: string;
}

/** Contains attributes of an allocated resource. */
interface AllocationResult {
  /** Stores the time when the resources were allocated. */
  readonly allocationTimestamp?: Time;
  /** The result of allocating devices. */
  readonly devices?: DeviceAllocationResult;
  /** Defines where the allocated resources are available. */
  readonly nodeSelector?: NodeSelector;
}

/** Gets embedded in an AllocationResult. */
interface DeviceAllocationConfiguration {
  /** Provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
  /** Lists the names of requests where the configuration applies. */
  readonly requests?: readonly string[];
  /**
   * Records whether the configuration comes from a class and thus is not something that a normal user would have been
   * able to set or from a claim.
   */
  readonly source: "FromClaim" | "FromClass";
}

/** The result of allocating devices. */
interface DeviceAllocationResult {
  /** This field is a combination of all the claim and class configuration parameters. */
  readonly config?: readonly DeviceAllocationConfiguration[];
  /** Lists all allocated devices. */
  readonly results?: readonly DeviceRequestAllocationResult[];
}

/** Contains the allocation result for one request. */
interface DeviceRequestAllocationResult {
  /** Indicates that this device was allocated for administrative access. */
  readonly adminAccess?: boolean;
  /** Contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of allocation. */
  readonly bindingConditions?: readonly string[];
  /** Contains a copy of the BindingFailureConditions from the corresponding ResourceSlice at the time of allocation. */
  readonly bindingFailureConditions?: readonly string[];
  /** Tracks the amount of capacity consumed per device as part of the claim request. */
  readonly consumedCapacity?: { readonly [key: string]: QuantityText };
  /** References one device instance via its name in the driver's resource pool. */
  readonly device: string;
  /**
   * Specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once the
   * claim is needed on a node.
   */
  readonly driver: string;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  readonly pool: string;
  /** The name of the request in the claim which caused this device to be allocated. */
  readonly request: string;
  /**
   * ShareID uniquely identifies an individual allocation share of the device, used when the device supports multiple
   * simultaneous allocations.
   */
  readonly shareID?: string;
  /**
   * Lists node-local resource operations (gRPC calls) that will be skipped for this allocated device when determining
   * whether operations are necessary on the node. Since Kubernetes 1.37.
   */
  readonly skipNodeOperations?: readonly ("*" | "NodePrepareResources" | "NodeUnprepareResources")[];
  /** A copy of all tolerations specified in the request at the time when the device got allocated. */
  readonly tolerations?: readonly DeviceToleration[];
}

/** Provides network-related details for the allocated device. */
interface NetworkDeviceData {
  /** Represents the hardware address (e.g. MAC Address) of the device's network interface. */
  readonly hardwareAddress?: string;
  /** Specifies the name of the network interface associated with the allocated device. */
  readonly interfaceName?: string;
  /** Lists the network addresses assigned to the device's network interface. */
  readonly ips?: readonly string[];
}

/** Contains enough information to let you locate the consumer of a ResourceClaim. */
interface ResourceClaimConsumerReference {
  /** The group for the resource being referenced. */
  readonly apiGroup?: string;
  /** The name of resource being referenced. */
  readonly name: string;
  /** The type of resource being referenced, for example "pods". */
  readonly resource: string;
  /** Identifies exactly one incarnation of the resource. */
  readonly uid: string;
}

/** Tracks whether the resource has been allocated and what the result of that was. */
interface ResourceClaimStatus {
  /** Set once the claim has been allocated successfully. */
  readonly allocation?: AllocationResult;
  /** Contains the status of each device allocated for this claim, as reported by the driver. */
  readonly devices?: readonly AllocatedDeviceStatus[];
  /** Indicates which entities are currently allowed to use the claim. */
  readonly reservedFor?: readonly ResourceClaimConsumerReference[];
}
