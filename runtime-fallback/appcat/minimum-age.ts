import { metadataOf } from "../../compiler/api/json.ts";
import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";

/** What is deleted sooner than this after it was made is denied. */
export interface MinimumAge {
  readonly group: string;
  readonly resource: string;
  readonly minutes: number;
}

/** A bucket is billed by the hour: vshn/appcat, pkg/controller/webhooks/xobjectbuckets.go. */
export const bucketAge: MinimumAge = { group: "appcat.vshn.io", resource: "xobjectbuckets", minutes: 61 };

const msPerMinute = 60_000;

/**
 * Milliseconds until the object is old enough; undefined where it is, or no age is asked of it.
 *
 * The API server wrote `creationTimestamp` by its clock, in whole seconds, and `nowMs` is ours: where ours is ahead by
 * a minute, an object may go a minute too early, where it is behind, a minute too late. That is money for a part of an
 * hour, and no data. A timestamp that cannot be read throws, and one in the future counts as now, so that a clock that
 * is wrong by hours does not add these.
 */
export function missingAgeMs(
  { resource, oldObject }: AdmissionReviewRequest,
  ages: readonly MinimumAge[],
  nowMs: number,
): number | undefined {
  const age = ages.find((one) => one.group === resource.group && one.resource === resource.resource);
  if (age === undefined) return undefined;
  const createdMs = Math.min(createdAt(oldObject), nowMs);
  const missing = createdMs + age.minutes * msPerMinute - nowMs;
  return missing > 0 ? missing : undefined;
}

/** `61 minutes`: rounded up, so that nobody comes back too early. */
export function minutesText(ms: number): string {
  const minutes = Math.ceil(ms / msPerMinute);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function createdAt(object: unknown): number {
  const metadata = metadataOf(object);
  const created = Date.parse(String(metadata["creationTimestamp"]));
  if (Number.isNaN(created)) throw new Error("the object has no creationTimestamp that can be read");
  return created;
}
