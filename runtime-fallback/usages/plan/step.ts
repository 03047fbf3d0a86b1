import type { ObjectKey, ResourceId } from "../../kubernetes/resource.ts";
import type { Ready } from "../condition.ts";
import type { Usage } from "../usage.ts";

/** One write, denied by the API server where what it was planned for has changed; or nothing to do. */
export type UsageStep =
  | {
      readonly kind: "patch";
      readonly what: "selection" | "finalizer" | "record" | "user" | "mark" | "status" | "unmark" | "withdrawal" | "released";
      readonly resource: ResourceId;
      readonly key: ObjectKey;
      readonly subresource?: "status";
      /** With `metadata.resourceVersion`. */
      readonly patch: object;
      /** What a status says. */
      readonly ready?: Ready;
      readonly notice?: Notice;
    }
  | {
      readonly kind: "delete";
      readonly what: "usage" | "target" | "replay";
      readonly resource: ResourceId;
      readonly key: ObjectKey;
      readonly preconditions: { readonly uid: string; readonly resourceVersion: string };
      readonly propagation: Propagation;
      readonly notice?: Notice;
    }
  | {
      readonly kind: "rest";
      readonly againMs: number | undefined;
      /** Why nothing more can be done now, to be tried again as what has failed. */
      readonly failure?: string;
    };

/** What is said of an object that is used, once the write is done. */
export interface Notice {
  readonly reason: "DeletedWhenUnused" | "NotDeletedWhenUnused";
  readonly message: string;
  readonly regarding: { readonly resource: ResourceId; readonly kind: string; readonly key: ObjectKey; readonly uid: string };
}

export type Propagation = "Background" | "Foreground" | "Orphan";

export function patchUsage(
  { resource, key }: Usage,
  what: "selection" | "finalizer" | "record" | "user" | "released",
  patch: object,
): UsageStep {
  return { kind: "patch", what, resource, key, patch };
}

export function rest(againMs?: number): UsageStep {
  return { kind: "rest", againMs };
}
