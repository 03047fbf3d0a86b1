import { finalizerNames } from "../../../compiler/api/names.ts";
import type { Ready } from "../condition.ts";
import { isMarkedBy, markPatch, objectionToMark } from "../records/mark.ts";
import { planRelease, planUnmark } from "./plan-release.ts";
import { say } from "../say.ts";
import { resourceAndKey, type UsageSnapshot, type ReferencedPlace, type SeenReference } from "../snapshot/seen.ts";
import { patchUsage, type UsageStep } from "./step.ts";
import { isRecorded, recordTargetPatch } from "../records/target-record.ts";
import { referenceText, type Usage, type UsageReference } from "../usage.ts";
import { recordedUser, recordPatch } from "../records/user-record.ts";
import { isTerminating } from "../../kubernetes/stored-object.ts";

/**
 * The next write for a Usage, from one look; the order is what protects:
 *
 *     entry off what it named before -> selection written down -> finalizer, target recorded -> user recorded -> mark on the target -> (another look) -> Ready
 *
 * The finalizer comes before the mark, so that no mark outlives its Usage. Ready comes after a look that saw the mark,
 * so that no Usage says so of an object that no longer exists or that a delete under way may still take.
 */
export function planUsage(look: UsageSnapshot): UsageStep {
  const { usage } = look;
  if (usage.isBeingDeleted) return planRelease(look);
  return planUnmark(look, look.left) ?? denial(look) ?? selection(look) ?? preparation(usage) ?? user(look) ?? protection(look);
}

function denial({ usage, of, by, now }: UsageSnapshot): UsageStep | undefined {
  const deny = (reason: Ready["reason"], message: string) => say(usage, { status: "False", reason, message }, now);
  if (usage.of === undefined) return deny("NothingUsed", "spec.of is missing: name what is used");
  if (usage.by === undefined && usage.reason === "")
    return deny("NeitherReasonNorBy", "neither spec.reason nor spec.by is there: say why it is kept, or what uses it");
  if (of.state === "none") return deny("NothingUsed", "spec.of has neither resourceRef nor resourceSelector");
  for (const seen of [of, by]) if (seen.state === "denied") return say(usage, seen.ready, now);
  if (usage.by !== undefined && by.state === "none")
    return deny("UserNotFound", "spec.by has neither resourceRef nor resourceSelector");
  return undefined;
}

function selection({ usage, of, by, now }: UsageSnapshot): UsageStep | undefined {
  for (const [field, seen, reference] of [
    ["of", of, usage.of],
    ["by", by, usage.by],
  ] as const) {
    if (seen.state === "selected") return patchUsage(usage, "selection", resolved(usage, field, seen.place));
    if (seen.state === "selecting") return say(usage, nothingSelected(field, reference), now);
  }
  return undefined;
}

/** A namespace is written where the Usage would not mean its own. */
function resolved({ object, key }: Usage, field: "of" | "by", place: ReferencedPlace): object {
  const { name, namespace } = place.key;
  const resourceRef = { name, ...(namespace !== undefined && namespace !== key.namespace && { namespace }) };
  return { metadata: { resourceVersion: object.metadata.resourceVersion }, spec: { [field]: { resourceRef } } };
}

function nothingSelected(field: string, reference: UsageReference | undefined): Ready {
  const message = `spec.${field}.resourceSelector selects no ${reference?.kind ?? ""} yet`;
  return { status: "False", reason: "Selecting", message };
}

function preparation(usage: Usage): UsageStep | undefined {
  const { finalizers, object } = usage;
  if (finalizers.includes(finalizerNames.usage)) return recordTarget(usage);
  const { resourceVersion } = object.metadata;
  return patchUsage(usage, "finalizer", { metadata: { resourceVersion, finalizers: [...finalizers, finalizerNames.usage] } });
}

function recordTarget(usage: Usage): UsageStep | undefined {
  if (usage.of === undefined || isRecorded(usage)) return undefined;
  return patchUsage(usage, "record", recordTargetPatch(usage, usage.of));
}

function user(look: UsageSnapshot): UsageStep | undefined {
  const { usage, by, now } = look;
  if (usage.by === undefined) return undefined;
  const recorded = recordedUser(usage);
  if (recorded !== undefined && !isThere(by, recorded)) return removal(look);
  if (recorded !== undefined) return undefined;
  if (by.state === "found") return patchUsage(usage, "user", recordPatch(usage, by.place, by.object));
  const message = `${referenceText(usage.by)} is not there, so nothing is kept for it yet`;
  return say(usage, { status: "False", reason: "UserNotFound", message }, now);
}

/** Whether the recorded user is still there, as itself. */
function isThere(by: SeenReference, uid: string): boolean {
  return by.state === "found" && by.object.metadata.uid === uid;
}

function removal({ usage, usageDenial, now }: UsageSnapshot): UsageStep {
  const { resource, key, uid, object } = usage;
  const message = `its user is gone, and it could not be deleted: ${usageDenial}`;
  if (usageDenial !== undefined) return say(usage, { status: "False", reason: "DeleteDenied", message }, now);
  const preconditions = { uid, resourceVersion: object.metadata.resourceVersion };
  return { kind: "delete", what: "usage", resource, key, preconditions, propagation: "Background" };
}

function protection({ usage, of, now, markDenial, unenforced }: UsageSnapshot): UsageStep {
  const target = usage.of === undefined ? "" : referenceText(usage.of);
  if (of.state !== "found")
    return say(usage, { status: "False", reason: "TargetNotFound", message: `${target} is not there` }, now);
  const { object, place } = of;
  if (isTerminating(object)) {
    const message = `${target} is being deleted already, which nothing takes back`;
    return say(usage, { status: "False", reason: "TargetIsBeingDeleted", message }, now);
  }
  const denied = markDenial ?? objectionToMark(object, usage);
  if (!isMarkedBy(object, usage) && denied !== undefined)
    return say(usage, { status: "False", reason: "MarkDenied", message: denied }, now);
  if (!isMarkedBy(object, usage))
    return { kind: "patch", what: "mark", ...resourceAndKey(place), patch: markPatch(object, usage) };
  // The mark stands already, for the moment in which it is.
  if (unenforced !== undefined) return say(usage, { status: "False", reason: "NotEnforced", message: unenforced }, now);
  return say(usage, { status: "True", reason: "Available", message: `${target} cannot be deleted` }, now);
}
