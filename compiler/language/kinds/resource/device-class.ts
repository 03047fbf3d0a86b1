// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { DeviceSelector, OpaqueDeviceConfiguration } from "./devices.ts";

/**
 * A vendor- or admin-provided resource that contains device configuration and selectors. Since Kubernetes 1.34.
 *
 * `match: [{ group: "resource.k8s.io", version: "v1", resource: "deviceclasses" }]`
 */
export interface DeviceClass extends KubernetesObject {
  /** Defines what can be allocated and how to configure it. */
  readonly spec: DeviceClassSpec;
}

/** Used in DeviceClass. */
interface DeviceClassConfiguration {
  /** Provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
}

/** Used in a [DeviceClass] to define what can be allocated and how to configure it. */
interface DeviceClassSpec {
  /** Defines configuration parameters that apply to each device that is claimed via this class. */
  readonly config?: readonly DeviceClassConfiguration[];
  /** The extended resource name for the devices of this class. */
  readonly extendedResourceName?: string;
  /** Each selector must be satisfied by a device which is claimed via this class. */
  readonly selectors?: readonly DeviceSelector[];
}
