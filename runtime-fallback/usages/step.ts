import type { ObjectKey, ResourceId } from "../api/resource.ts";
import type { Ready } from "./condition.ts";
import type { Usage } from "./usage.ts";

/** On the Usage: it is not gone before its entry in the mark is. */
export const finalizer = "usage.holdfast.dev/in-use";

/** One write, refused by the API server where what it was planned for has changed; or nothing to do. */
export type Step =
  | {
      readonly kind: "patch";
      readonly what: "selection" | "finalizer" | "record" | "user" | "mark" | "status" | "unmark" | "released";
      readonly resource: ResourceId;
      readonly key: ObjectKey;
      readonly subresource?: "status";
      /** With `metadata.resourceVersion`. */
      readonly patch: object;
      /** What a status says. */
      readonly ready?: Ready;
    }
  | {
      readonly kind: "delete";
      readonly what: "usage" | "target";
      readonly resource: ResourceId;
      readonly key: ObjectKey;
      readonly preconditions: { readonly uid: string; readonly resourceVersion: string };
      readonly propagation: Propagation;
    }
  | { readonly kind: "rest"; readonly againMs: number | undefined };

export type Propagation = "Background" | "Foreground" | "Orphan";

export function patchUsage(
  { resource, key }: Usage,
  what: "selection" | "finalizer" | "record" | "user" | "released",
  patch: object,
): Step {
  return { kind: "patch", what, resource, key, patch };
}

export function rest(againMs?: number): Step {
  return { kind: "rest", againMs };
}
