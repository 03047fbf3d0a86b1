import { annotationNames } from "../../../compiler/api/names.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import type { Propagation } from "../plan/step.ts";
import { texts } from "../usage.ts";

/**
 * On what is used: somebody who may delete it asks for that, once nothing uses it any more. `policies/fallback/usages.ts` denies it to everybody
 * else, so that what stands here with the UID of its object is the word of one who may.
 */
const attemptAnnotation = annotationNames.deleteWhenUnused;

export interface DeleteAttempt {
  /** Of the clock of whoever asked. NaN where the text is no time. */
  readonly at: number;
  readonly propagation: Propagation;
}

/** After that nobody remembers having asked. */
const longestMs = 24 * 3_600_000;
/** How far a clock may be ahead of ours. */
const aheadMs = 5 * 60_000;

/** `<UID of the object>/<RFC 3339 time>`, and `/Foreground` or `/Orphan`; undefined where the object has none of its own. */
export function attemptOn({ metadata }: StoredObject): DeleteAttempt | undefined {
  const [uid, time = "", propagation = "Background", ...rest] = (texts(metadata["annotations"])[attemptAnnotation] ?? "").split(
    "/",
  );
  if (uid !== metadata.uid || rest.length > 0 || !isPropagation(propagation)) return undefined;
  return { at: Date.parse(time), propagation };
}

/** Why it is not applied now; undefined where it is. */
export function objectionTo({ at }: DeleteAttempt, now: number): string | undefined {
  if (Number.isNaN(at)) return "its time cannot be read";
  if (now - at > longestMs) return "it is older than 24 hours";
  return at - now > aheadMs ? "its time has not come yet" : undefined;
}

/** A merge patch that takes it away, of this very version of the object. */
export function withdrawal({ metadata }: StoredObject): object {
  return { metadata: { resourceVersion: metadata.resourceVersion, annotations: { [attemptAnnotation]: null } } };
}

function isPropagation(text: string): text is Propagation {
  return text === "Background" || text === "Foreground" || text === "Orphan";
}
