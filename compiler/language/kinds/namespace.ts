import type { KubernetesObject } from "../objects.ts";
import type { Condition } from "./field-types.ts";

/** `match: [{ group: "", version: "v1", resource: "namespaces" }]` */
export interface Namespace extends KubernetesObject {
  readonly spec?: NamespaceSpec;
  readonly status?: NamespaceStatus;
}

interface NamespaceSpec {
  /** Who still has to clean up in it: `kubernetes`, usually. Not those of `metadata`. */
  readonly finalizers?: readonly string[];
}

interface NamespaceStatus {
  /** `Terminating` once its deletion has begun. */
  readonly phase?: "Active" | "Terminating";
  /** What keeps it from going, while it is terminating. */
  readonly conditions?: readonly Condition[];
}
