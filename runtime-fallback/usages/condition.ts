import { isJsonObject, objectsOf } from "../../compiler/api/json.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { printable } from "../escape-text.ts";

/** Every reason that a Usage is ready, or is not. */
export const readyReasons = [
  "Available",
  "NeitherReasonNorBy",
  "NothingUsed",
  "NotServed",
  "NotProtected",
  "NotEnforced",
  "NamespaceMissing",
  "OtherNamespace",
  "InvalidName",
  "Selecting",
  "TargetNotFound",
  "TargetIsBeingDeleted",
  "UserNotFound",
  "MayNotRead",
  "MarkDenied",
  "DeleteDenied",
  "WaitsForUser",
] as const;

export type ReadyReason = (typeof readyReasons)[number];

/** What a Usage says of itself. */
export interface Ready {
  readonly status: "True" | "False";
  readonly reason: ReadyReason;
  readonly message: string;
}

/** Longer ones hold no more that anybody reads. */
const maxMessage = 1_024;

/** The patch of `status`; undefined where it says so already. Conditions of others stay. */
export function readyPatch(object: StoredObject, ready: Ready, now: number): object | undefined {
  const conditions = conditionsOf(object);
  const old = conditions.find(({ type }) => type === "Ready");
  const message = printable(ready.message, maxMessage);
  if (old?.["status"] === ready.status && old["reason"] === ready.reason && old["message"] === message) return undefined;
  const since = old?.["status"] === ready.status ? old["lastTransitionTime"] : undefined;
  const lastTransitionTime = since ?? new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  const condition = { type: "Ready", ...ready, message, lastTransitionTime };
  return {
    metadata: { resourceVersion: object.metadata.resourceVersion },
    status: { conditions: [...conditions.filter(({ type }) => type !== "Ready"), condition] },
  };
}

/**
 * The reason that the Usage gives; undefined before it has said anything. Other controllers have reasons of their own.
 */
export function readyReasonOf(object: StoredObject): string | undefined {
  const reason = conditionsOf(object).find(({ type }) => type === "Ready")?.["reason"];
  return typeof reason === "string" ? reason : undefined;
}

function conditionsOf(object: StoredObject) {
  return objectsOf(isJsonObject(object["status"]) ? object["status"]["conditions"] : undefined);
}
