import type { Clock } from "../clock.ts";
import { type BucketLimits, tokenBucket } from "../refusal-events/token-bucket.ts";
import type { Caller } from "../webhook/decision.ts";
import { Rejection } from "../webhook/rejection.ts";

/** A GitOps tool that applies some hundred Usages at once is not held up; a stranger gets no more of the API server than this. */
const ofAddress: BucketLimits = { burst: 200, perSecond: 20 };
/** Whatever addresses strangers have. */
const ofAll: BucketLimits = { burst: 500, perSecond: 100 };
/** The oldest is forgotten; the limit of all still holds. */
const mostAddresses = 1_000;

/**
 * Lets callers without a client certificate have so many access reviews, by their address and all together. Beyond that the review is
 * turned away with 503 and Retry-After: an API server sends it again within its timeout.
 */
export function accessReviewsLimit(clock: Clock): (caller: Caller) => void {
  const all = tokenBucket(ofAll, clock);
  const byAddress = new Map<string, () => boolean>();
  const bucketOf = (address: string): (() => boolean) => {
    const known = byAddress.get(address) ?? tokenBucket(ofAddress, clock);
    byAddress.delete(address);
    byAddress.set(address, known);
    const [oldest] = byAddress.keys();
    if (byAddress.size > mostAddresses && oldest !== undefined) byAddress.delete(oldest);
    return known;
  };
  return ({ address, isAuthenticated }) => {
    if (isAuthenticated) return;
    if (bucketOf(address)() && all()) return;
    throw new Rejection("busy", "too many reviews of who makes a Usage at once");
  };
}
