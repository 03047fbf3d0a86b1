// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { MaybeNull } from "../field-types.ts";

/**
 * Implements an immutable snapshot of state data.
 *
 * `match: [{ group: "apps", version: "v1", resource: "controllerrevisions" }]`
 */
export interface ControllerRevision extends KubernetesObject {
  /** The serialized representation of the state. */
  readonly data?: MaybeNull<Readonly<Record<string, unknown>>>;
  /** Indicates the revision of the state represented by Data. */
  readonly revision: Int64;
}
