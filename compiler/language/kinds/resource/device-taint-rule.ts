// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Condition } from "../meta.ts";
import type { DeviceTaint } from "./devices.ts";

/**
 * Adds one taint to all devices which match the selector. Since Kubernetes 1.37.
 *
 * `match: [{ group: "resource.k8s.io", version: "v1", resource: "devicetaintrules" }]`
 */
export interface DeviceTaintRule extends KubernetesObject {
  /** Specifies the selector and one taint. */
  readonly spec: DeviceTaintRuleSpec;
  /** Provides information about what was requested in the spec. */
  readonly status?: DeviceTaintRuleStatus;
}

/** Specifies the selector and one taint. */
interface DeviceTaintRuleSpec {
  /** Defines which device(s) the taint is applied to. */
  readonly deviceSelector?: DeviceTaintSelector;
  /** The taint that gets applied to matching devices. */
  readonly taint: DeviceTaint;
}

/** Provides information about an on-going pod eviction. */
interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in a
   * machine-readable and human-readable format.
   */
  readonly conditions?: readonly Condition[];
}

/** Defines which device(s) a DeviceTaintRule applies to. */
interface DeviceTaintSelector {
  /** If device is set, only devices with that name are selected. */
  readonly device?: string;
  /** If driver is set, only devices from that driver are selected. */
  readonly driver?: string;
  /** If pool is set, only devices in that pool are selected. */
  readonly pool?: string;
}
