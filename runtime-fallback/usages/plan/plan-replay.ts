import { isInUse } from "../records/mark.ts";
import { resourceAndKey, type UsageSnapshot, type ReferencedPlace } from "../snapshot/seen.ts";
import type { Notice, UsageStep, Propagation } from "./step.ts";
import { type StoredObject, isTerminating } from "../../kubernetes/stored-object.ts";
import { annotationNames } from "../../../compiler/api/names.ts";
import { texts } from "../usage.ts";

/**
 * What somebody has asked for, once the last entry is off: the delete of this very version of the object, once. Where
 * it cannot be, the attempt is taken away, so that it is over in any case when the Usage is gone.
 */
export function planReplay({ of, attempts, replayDenial, now }: UsageSnapshot): UsageStep | undefined {
  if (attempts !== "replayed" || of.state !== "found" || isInUse(of.object)) return undefined;
  const { place, object } = of;
  const { uid, resourceVersion } = object.metadata;
  const attempt = attemptOn(object);
  if (attempt === undefined || isTerminating(object)) return undefined;
  const objection = replayDenial ?? objectionTo(attempt, now);
  if (objection !== undefined) return withdraw(place, object, objection);
  const { propagation } = attempt;
  const message = "nothing uses it any more, so it was deleted, as holdfast.dev/delete-when-unused asks for";
  const notice = noticeOn(place, object, { reason: "DeletedWhenUnused", message });
  return {
    kind: "delete",
    what: "replay",
    ...resourceAndKey(place),
    preconditions: { uid, resourceVersion },
    propagation,
    notice,
  };
}

function withdraw(place: ReferencedPlace, object: StoredObject, objection: string): UsageStep {
  const message = `not deleted as holdfast.dev/delete-when-unused asks for, which was taken away: ${objection}`;
  const notice = noticeOn(place, object, { reason: "NotDeletedWhenUnused", message });
  return { kind: "patch", what: "withdrawal", ...resourceAndKey(place), patch: withdrawal(object), notice };
}

function noticeOn(
  { resource, kind, key }: ReferencedPlace,
  { metadata }: StoredObject,
  { reason, message }: Pick<Notice, "reason" | "message">,
): Notice {
  return { reason, message, regarding: { resource, kind, key, uid: metadata.uid } };
}

/**
 * On what is used: somebody who may delete it asks for that, once nothing uses it any more.
 * `policies/fallback/usages.ts` denies it to everybody else, so that what stands here with the UID of its
 * object is the word of one who may.
 */
const attemptAnnotation = annotationNames.deleteWhenUnused;

interface DeleteAttempt {
  /** Of the clock of whoever asked. NaN where the text is no time. */
  readonly at: number;
  readonly propagation: Propagation;
}

/** After that nobody remembers having asked. */
const longestMs = 24 * 3_600_000;
/** How far a clock may be ahead of ours. */
const aheadMs = 5 * 60_000;

/**
 * `<UID of the object>/<RFC 3339 time>`, and `/Foreground` or `/Orphan`; undefined where
 * the object has none of its own.
 */
function attemptOn({ metadata }: StoredObject): DeleteAttempt | undefined {
  const [uid, time = "", propagation = "Background", ...rest] = (texts(metadata["annotations"])[attemptAnnotation] ?? "").split(
    "/",
  );
  if (uid !== metadata.uid || rest.length > 0 || !isPropagation(propagation)) return undefined;
  return { at: Date.parse(time), propagation };
}

/** Why it is not applied now; undefined where it is. */
function objectionTo({ at }: DeleteAttempt, now: number): string | undefined {
  if (Number.isNaN(at)) return "its time cannot be read";
  if (now - at > longestMs) return "it is older than 24 hours";
  return at - now > aheadMs ? "its time has not come yet" : undefined;
}

/** A merge patch that takes it away, of this very version of the object. */
function withdrawal({ metadata }: StoredObject): object {
  return { metadata: { resourceVersion: metadata.resourceVersion, annotations: { [attemptAnnotation]: null } } };
}

function isPropagation(text: string): text is Propagation {
  return text === "Background" || text === "Foreground" || text === "Orphan";
}
