// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { MaybeNull, QuantityText, Time } from "../field-types.ts";

/** Contains a CEL expression for selecting a device. */
interface CELDeviceSelector {
  /** A CEL expression which evaluates a single device. */
  readonly expression: string;
}

/** Defines the capacity requirements for a specific device request. */
interface CapacityRequirements {
  /**
   * Requests represent individual device resource requests for distinct resources, all of which must be provided by the
   * device.
   */
  readonly requests?: { readonly [key: string]: QuantityText };
}

/** Defines how to request devices with a ResourceClaim. */
interface DeviceClaim {
  /** This field holds configuration for multiple potential drivers which could satisfy requests in this claim. */
  readonly config?: readonly DeviceClaimConfiguration[];
  /** These constraints must be satisfied by the set of devices that get allocated for the claim. */
  readonly constraints?: readonly DeviceConstraint[];
  /** Requests represent individual requests for distinct devices which must all be satisfied. */
  readonly requests?: MaybeNull<readonly DeviceRequest[]>;
}

/** Used for configuration parameters in DeviceClaim. */
interface DeviceClaimConfiguration {
  /** Provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
  /** Lists the names of requests where the configuration applies. */
  readonly requests?: readonly string[];
}

/** DeviceConstraint must have exactly one field set besides Requests. */
interface DeviceConstraint {
  /**
   * Requires that all devices in question have this attribute and that its type and value are unique across those
   * devices.
   */
  readonly distinctAttribute?: string;
  /**
   * Requires that all devices in question have this attribute and that its type and value are the same across those
   * devices.
   */
  readonly matchAttribute?: string;
  /** A list of the one or more requests in this claim which must co-satisfy this constraint. */
  readonly requests?: readonly string[];
}

/** Defines a derived attribute computed via CEL. */
interface DeviceDerivedAttribute {
  /** A CEL expression evaluated against each candidate device. */
  readonly expression: string;
  /** The identifier for this derived attribute, used in constraints. */
  readonly name: string;
}

/** A request for devices required for a claim. */
interface DeviceRequest {
  /** Specifies the details for a single request that must be met exactly for the request to be satisfied. */
  readonly exactly?: ExactDeviceRequest;
  /** Contains subrequests, of which exactly one will be selected by the scheduler. */
  readonly firstAvailable?: readonly DeviceSubRequest[];
  /**
   * Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a constraint of
   * the claim.
   */
  readonly name: string;
}

/** DeviceSelector must have exactly one field set. */
export interface DeviceSelector {
  /** Contains a CEL expression for selecting a device. */
  readonly cel?: CELDeviceSelector;
}

/** Describes a request for device provided in the claim.spec.devices.requests[].firstAvailable array. */
interface DeviceSubRequest {
  /** AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. */
  readonly allocationMode?: "All" | "ExactCount";
  /** Capacity define resource requirements against each capacity. */
  readonly capacity?: CapacityRequirements;
  /** Used only when the count mode is "ExactCount". */
  readonly count?: Int64;
  /**
   * Defines a set of virtual attributes computed via CEL expressions for each candidate device. Since Kubernetes 1.37.
   */
  readonly derivedAttributes?: readonly DeviceDerivedAttribute[];
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this
   * subrequest.
   */
  readonly deviceClassName: string;
  /**
   * Name can be used to reference this subrequest in the list of constraints or the list of configurations for the
   * claim.
   */
  readonly name: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
   * for this subrequest.
   */
  readonly selectors?: readonly DeviceSelector[];
  /** If specified, the request's tolerations. */
  readonly tolerations?: readonly DeviceToleration[];
}

/**
 * The device this taint is attached to has the "effect" on any claim which does not tolerate the taint and, through the
 * claim, to pods using the claim.
 */
export interface DeviceTaint {
  /** The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them. */
  readonly effect: "NoExecute" | "NoSchedule" | "None";
  /** The taint key to be applied to a device. */
  readonly key: string;
  /** Represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. */
  readonly timeAdded?: Time;
  /** The taint value corresponding to the taint key. */
  readonly value?: string;
}

/**
 * The ResourceClaim this DeviceToleration is attached to tolerates any taint that matches the triple <key,value,effect>
 * using the matching operator <operator>.
 */
export interface DeviceToleration {
  /** Indicates the taint effect to match. */
  readonly effect?: "NoExecute" | "NoSchedule" | "None";
  /** The taint key that the toleration applies to. */
  readonly key?: string;
  /** Represents a key's relationship to the value. */
  readonly operator?: "Equal" | "Exists";
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored)
   * tolerates the taint.
   */
  readonly tolerationSeconds?: Int64;
  /** The taint value the toleration matches to. */
  readonly value?: string;
}

/** A request for one or more identical devices. */
interface ExactDeviceRequest {
  /** Indicates that this is a claim for administrative access to the device(s). */
  readonly adminAccess?: boolean;
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  readonly allocationMode?: "All" | "ExactCount";
  /** Capacity define resource requirements against each capacity. */
  readonly capacity?: CapacityRequirements;
  /** Used only when the count mode is "ExactCount". */
  readonly count?: Int64;
  /**
   * Defines a set of virtual attributes computed via CEL expressions for each candidate device. Since Kubernetes 1.37.
   */
  readonly derivedAttributes?: readonly DeviceDerivedAttribute[];
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this
   * request.
   */
  readonly deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
   * for this request.
   */
  readonly selectors?: readonly DeviceSelector[];
  /** If specified, the request's tolerations. */
  readonly tolerations?: readonly DeviceToleration[];
}

/** Contains configuration parameters for a driver in a format defined by the driver vendor. */
export interface OpaqueDeviceConfiguration {
  /** Used to determine which kubelet plugin needs to be passed these configuration parameters. */
  readonly driver: string;
  /** Parameters can contain arbitrary data. */
  readonly parameters?: MaybeNull<Readonly<Record<string, unknown>>>;
}

/** Defines what is being requested in a ResourceClaim and how to configure it. */
export interface ResourceClaimSpec {
  /** Defines how to request devices. */
  readonly devices: DeviceClaim;
}
