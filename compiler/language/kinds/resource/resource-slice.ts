// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { NodeSelector } from "../core/pod/affinity.ts";
import type { MaybeNull, QuantityText } from "../field-types.ts";
import type { DeviceTaint } from "./devices.ts";

/**
 * Represents one or more resources in a pool of similar resources, managed by a common driver. Since Kubernetes 1.34.
 *
 * `match: [{ group: "resource.k8s.io", version: "v1", resource: "resourceslices" }]`
 */
export interface ResourceSlice extends KubernetesObject {
  /** Contains the information published by the driver. */
  readonly spec: ResourceSliceSpec;
}

/** Defines how requests consume device capacity. */
interface CapacityRequestPolicy {
  /**
   * Specifies how much of this capacity is consumed by a request that does not contain an entry for it in
   * DeviceRequest's Capacity.
   */
  readonly default?: MaybeNull<QuantityText>;
  /** Defines an acceptable quantity value range in consuming requests. */
  readonly validRange?: CapacityRequestPolicyRange;
  /** Defines a set of acceptable quantity values in consuming requests. */
  readonly validValues?: readonly QuantityText[];
}

/** Defines a valid range for consumable capacity values. */
interface CapacityRequestPolicyRange {
  /** Defines the upper limit for capacity that can be requested. */
  readonly max?: QuantityText;
  /** Specifies the minimum capacity allowed for a consumption request. */
  readonly min: QuantityText;
  /** Defines the step size between valid capacity amounts within the range. */
  readonly step?: QuantityText;
}

/** Describes a quantity associated with a device. */
interface Counter {
  /** Defines how much of a certain device counter is available. */
  readonly value: QuantityText;
}

/** Defines a named set of counters that are available to be used by devices defined in the ResourcePool. */
interface CounterSet {
  /**
   * Defines the set of counters for this CounterSet The name of each counter must be unique in that set and must be a
   * DNS label.
   */
  readonly counters: { readonly [key: string]: Counter };
  /** Defines the name of the counter set. */
  readonly name: string;
}

/** Represents one individual hardware instance that can be selected based on its attributes. */
interface Device {
  /** Indicates that all nodes have access to the device. */
  readonly allNodes?: boolean;
  /** Marks whether the device is allowed to be allocated to multiple DeviceRequests. */
  readonly allowMultipleAllocations?: boolean;
  /** Defines the set of attributes for this device. */
  readonly attributes?: { readonly [key: string]: DeviceAttribute };
  /** Defines the conditions for proceeding with binding. */
  readonly bindingConditions?: readonly string[];
  /** Defines the conditions for binding failure. */
  readonly bindingFailureConditions?: readonly string[];
  /**
   * Indicates if the usage of an allocation involving this device has to be limited to exactly the node that was chosen
   * when allocating the claim.
   */
  readonly bindsToNode?: boolean;
  /** Defines the set of capacities for this device. */
  readonly capacity?: { readonly [key: string]: DeviceCapacity };
  /**
   * Defines a list of references to sharedCounters and the set of counters that the device will consume from those
   * counter sets.
   */
  readonly consumesCounters?: readonly DeviceCounterConsumption[];
  /** Unique identifier among all devices managed by the driver in the pool. */
  readonly name: string;
  /**
   * Defines the mapping of node resources that are managed by the DRA driver exposing this device. Since Kubernetes
   * 1.37.
   */
  readonly nodeAllocatableResources?: { readonly [key: string]: NodeAllocatableResource };
  /** Identifies the node where the device is available. */
  readonly nodeName?: string;
  /** Defines the nodes where the device is available. */
  readonly nodeSelector?: NodeSelector;
  /** If specified, these are the driver-defined taints. */
  readonly taints?: readonly DeviceTaint[];
}

/** DeviceAttribute must have exactly one field set. */
interface DeviceAttribute {
  /** BoolValue is a true/false value. */
  readonly bool?: boolean;
  /** BoolValues is a non-empty list of true/false values. Since Kubernetes 1.36. */
  readonly bools?: readonly boolean[];
  /** IntValue is a number. */
  readonly int?: Int64;
  /** IntValues is a non-empty list of numbers. Since Kubernetes 1.36. */
  readonly ints?: readonly Int64[];
  /** StringValue is a string. */
  readonly string?: string;
  /** StringValues is a non-empty list of strings. Since Kubernetes 1.36. */
  readonly strings?: readonly string[];
  /** VersionValue is a semantic version according to semver.org spec 2.0.0. */
  readonly version?: string;
  /**
   * VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. Since Kubernetes 1.36.
   */
  readonly versions?: readonly string[];
}

/** Describes a quantity associated with a device. */
interface DeviceCapacity {
  /**
   * Defines how this DeviceCapacity must be consumed when the device is allowed to be shared by multiple allocations.
   */
  readonly requestPolicy?: CapacityRequestPolicy;
  /** Defines how much of a certain capacity that device has. */
  readonly value: QuantityText;
}

/** Defines a set of counters that a device will consume from a CounterSet. */
interface DeviceCounterConsumption {
  /** A list of opaque group names for this counter set consumption. Since Kubernetes 1.37. */
  readonly compatibilityGroups?: readonly string[];
  /** The name of the set from which the counters defined will be consumed. */
  readonly counterSet: string;
  /** Defines the counters that will be consumed by the device. */
  readonly counters: { readonly [key: string]: Counter };
}

/** Defines how a DRA allocation directly translates into a node allocatable resource quantity. */
interface NodeAllocatableMapping {
  /** References a capacity name defined as a key in the `spec.devices[*].capacity` map. */
  readonly capacityKey?: string;
  /** Used as a multiplier for the allocated capacity consumed. */
  readonly capacityMultiplier?: QuantityText;
  /** Used as a multiplier for the allocated device count in the claim. */
  readonly deviceMultiplier?: QuantityText;
}

/** Defines auxiliary resource overheads incurred when allocating a device. */
interface NodeAllocatableOverhead {
  /** Applied per container reference to the claim. */
  readonly perContainer?: QuantityText;
  /** Overhead applied once per pod referencing the claim on this node. */
  readonly perPod?: QuantityText;
}

/**
 * Defines the translation between the DRA device/capacity units requested to the corresponding quantity of the node
 * allocatable resource.
 */
interface NodeAllocatableResource {
  /**
   * Used when the device directly models a node allocatable resource like standard CPU or memory (e.g., with a CPU DRA
   * driver).
   */
  readonly mapping?: NodeAllocatableMapping;
  /**
   * Contains fields for modeling auxiliary overhead incurred on node allocatable resources when allocating devices that
   * are not themselves modeling a node allocatable resource (e.g., host memory overhead for GPUs).
   */
  readonly overhead?: NodeAllocatableOverhead;
}

/** Describes the pool that ResourceSlices belong to. */
interface ResourcePool {
  /** Tracks the change in a pool over time. */
  readonly generation: Int64;
  /** Used to identify the pool. */
  readonly name: string;
  /** The total number of ResourceSlices in the pool at this generation number. */
  readonly resourceSliceCount: Int64;
}

/** Contains the information published by the driver in one ResourceSlice. */
interface ResourceSliceSpec {
  /** Indicates that all nodes have access to the resources in the pool. */
  readonly allNodes?: boolean;
  /** Lists some or all of the devices in this pool. */
  readonly devices?: readonly Device[];
  /** Identifies the DRA driver providing the capacity information. */
  readonly driver: string;
  /** Identifies the node which provides the resources in this pool. */
  readonly nodeName?: string;
  /** Defines which nodes have access to the resources in the pool, when that pool is not limited to a single node. */
  readonly nodeSelector?: NodeSelector;
  /**
   * Names a string device attribute (by fully qualified name, e.g. "gpu.example.com/profile") whose value labels each
   * device with its partition type, such as "Full" or "Half" for a MIG-style GPU. Since Kubernetes 1.37.
   */
  readonly partitionTypeAttribute?: string;
  /**
   * Defines whether the access from nodes to resources in the pool is set on the ResourceSlice level or on each device.
   */
  readonly perDeviceNodeSelection?: boolean;
  /** Describes the pool that this ResourceSlice belongs to. */
  readonly pool: ResourcePool;
  /** Defines a list of counter sets, each of which has a name and a list of counters available. */
  readonly sharedCounters?: readonly CounterSet[];
  /**
   * Lists node-local resource operations (gRPC calls) that will be skipped for the devices in this slice when
   * determining whether operations are necessary on the node. Since Kubernetes 1.37.
   */
  readonly skipNodeOperations?: readonly ("*" | "NodePrepareResources" | "NodeUnprepareResources")[];
}
