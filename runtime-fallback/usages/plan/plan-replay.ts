import { attemptOn, objectionTo, withdrawal } from "../records/attempt.ts";
import { isInUse } from "../records/mark.ts";
import { resourceAndKey, type UsageSnapshot, type ReferencedPlace } from "../snapshot/seen.ts";
import type { Notice, UsageStep } from "./step.ts";
import { type StoredObject, isTerminating } from "../../kubernetes/stored-object.ts";

/**
 * What somebody has asked for, once the last entry is off: the delete of this very version of the object, once. Where it cannot be, the attempt
 * is taken away, so that it is over in any case when the Usage is gone.
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
