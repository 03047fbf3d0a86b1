import { finalizerNames } from "../../../compiler/api/names.ts";
import { isInUse, unmarkPatch } from "../records/mark.ts";
import { planReplay } from "./plan-replay.ts";
import { waitsFor } from "../snapshot/owners.ts";
import { say } from "../say.ts";
import { resourceAndKey, type UsageSnapshot, type SeenReference } from "../snapshot/seen.ts";
import { patchUsage, rest, type UsageStep } from "./step.ts";
import { referenceText, type Usage } from "../usage.ts";
import { recordedUser } from "../records/user-record.ts";

/**
 * The next write for a Usage that is being deleted:
 *
 *     (wait for the user) -> entry off the target -> what the garbage collector was denied -> what somebody was denied, and asks for -> finalizer
 */
export function planRelease(look: UsageSnapshot): UsageStep {
  const { usage } = look;
  if (!usage.finalizers.includes(finalizerNames.usage)) return rest();
  return waiting(look) ?? unmarking(look) ?? collection(look) ?? planReplay(look) ?? release(usage);
}

/**
 * Seed 004, "Preventing early deletion": a composite goes, and with it the Usage, but the user is not gone yet. A
 * user that itself waits for the Usage, or for what is used, would never go: the composite, where that is the user,
 * and is deleted in the foreground.
 */
function waiting({ usage, of, by, isDecomposing, compositeUnread, now }: UsageSnapshot): UsageStep | undefined {
  if (!isDecomposing || usage.by === undefined) return undefined;
  // Whether it stands is not known, and it may need what is used.
  if (by.state === "denied") return say(usage, by.ready, now);
  if (by.state !== "found") return undefined;
  const owned = of.state === "found" ? [usage.object, of.object] : [usage.object];
  if (owned.some((one) => waitsFor(by.object, one))) return undefined;
  const recorded = recordedUser(usage);
  if (recorded !== undefined && by.object.metadata.uid !== recorded) return undefined;
  const unread = compositeUnread === undefined ? "" : `, and whether the composite goes is not known: ${compositeUnread}`;
  const message = `${referenceText(usage.by)} is still there${unread}`;
  return say(usage, { status: "False", reason: "WaitsForUser", message }, now);
}

function unmarking(look: UsageSnapshot): UsageStep | undefined {
  return planUnmark(look, look.left) ?? planUnmark(look, look.of);
}

/** Takes the entry off one object. Where that cannot be, the Usage says so, and nothing comes after it. */
export function planUnmark({ usage, standing, unmarkDenial, now }: UsageSnapshot, seen: SeenReference): UsageStep | undefined {
  if (seen.state === "denied") return say(usage, seen.ready, now);
  if (seen.state !== "found") return undefined;
  const patch = unmarkPatch(seen.object, usage, standing);
  if (patch === undefined) return undefined;
  if (unmarkDenial === undefined) return { kind: "patch", what: "unmark", ...resourceAndKey(seen.place), patch };
  if (isDeletedJustNow(usage, now)) return rest(unheardMs);
  const message = `the mark cannot be taken off: ${unmarkDenial}`;
  const saying = say(usage, { status: "False", reason: "MarkDenied", message }, now);
  return saying.kind === "rest" ? { ...saying, failure: unmarkDenial } : saying;
}

/** A webhook denies from its memory, and so keeps the mark until it has heard that the Usage goes. */
const unheardMs = 200;
const longestUnheardMs = 10_000;

function isDeletedJustNow({ object }: Usage, now: number): boolean {
  return Math.abs(now - Date.parse(String(object.metadata["deletionTimestamp"]))) < longestUnheardMs;
}

/**
 * The garbage collector was denied and comes again after up to 1,000 s (crossplane#5193). What it would do then is done
 * now: every owner of the target is gone, or waits in the foreground for it to go.
 */
function collection({ of, collection: propagation }: UsageSnapshot): UsageStep | undefined {
  if (of.state !== "found" || propagation === undefined) return undefined;
  const { metadata } = of.object;
  if (metadata["deletionTimestamp"] !== undefined || isInUse(of.object)) return undefined;
  const preconditions = { uid: metadata.uid, resourceVersion: metadata.resourceVersion };
  return { kind: "delete", what: "target", ...resourceAndKey(of.place), preconditions, propagation };
}

function release(usage: Usage): UsageStep {
  const { finalizers, object } = usage;
  const { resourceVersion } = object.metadata;
  const left = finalizers.filter((one) => one !== finalizerNames.usage);
  return patchUsage(usage, "released", { metadata: { resourceVersion, finalizers: left } });
}
