import { type Clock, type BucketLimits, tokenBucket } from "../../clock.ts";
import { keepNewest } from "../../keep-newest.ts";
import type { Caller } from "../../webhook/decision.ts";
import { Rejection } from "../../webhook/rejection.ts";

/**
 * A GitOps tool that applies some hundred Usages at once is not held up; a stranger gets no
 * more of the API server than this.
 */
const ofAddress: BucketLimits = { burst: 200, perSecond: 20 };
/** For whoever comes first. Together with the other half: whatever addresses strangers have. */
const forAnybody: BucketLimits = { burst: 250, perSecond: 50 };
/** For addresses that have had less than their share. */
const forShares: BucketLimits = { burst: 250, perSecond: 50 };

/** Shares begin anew as often. */
const periodMs = 10_000;
/** All shares of a period are half of what comes in meanwhile, so that something is left for who has only just come. */
const shared = (forShares.perSecond * periodMs) / 1000 / 2;
/** Until more have come, so that the first ones leave something for others. */
const fewestAddresses = 8;
/** The oldest is forgotten; the limits of all still hold. */
const maxAddresses = 1_000;

/**
 * Lets callers without a client certificate have so many access reviews, by their address and all together. Beyond
 * that the review is turned away with 503 and Retry-After: an API server sends it again within its timeout. Strangers
 * with many addresses use up one half; of the other each address has the same, so that the API server has its share
 * while they ask as fast as they can.
 */
export function accessReviewsLimit(clock: Clock): (caller: Caller) => void {
  const anybody = tokenBucket(forAnybody, clock);
  const kept = tokenBucket(forShares, clock);
  const byAddress = new Map<string, () => boolean>();
  const shares = createShares(clock);
  const bucketOf = (address: string): (() => boolean) => {
    const known = byAddress.get(address) ?? tokenBucket(ofAddress, clock);
    keepNewest(byAddress, address, known, maxAddresses);
    return known;
  };
  return ({ address, isAuthenticated }) => {
    if (isAuthenticated) return;
    const share = shares.of(address);
    if (bucketOf(address)() && (anybody() || (share.isLeft() && kept()))) share.count();
    else throw new Rejection("busy", "too many reviews of who makes a Usage at once");
  };
}

interface Share {
  isLeft(): boolean;
  count(): void;
}

/** What each address has had in this period, and how many there are to share. */
function createShares(clock: Clock): { of(address: string): Share } {
  let granted = new Map<string, number>();
  let before = 0;
  let since = clock.monotonic();
  const beginAnew = (): void => {
    const passed = clock.monotonic() - since;
    if (passed < periodMs) return;
    before = passed < 2 * periodMs ? granted.size : 0;
    granted = new Map();
    since = clock.monotonic();
  };
  return {
    of: (address) => {
      beginAnew();
      const had = granted.get(address) ?? 0;
      keepNewest(granted, address, had, maxAddresses);
      // At the beginning of a period nobody has come yet, and those of the last one will.
      const each = Math.max(1, Math.floor(shared / Math.max(granted.size, before, fewestAddresses)));
      return { isLeft: () => had < each, count: () => void granted.set(address, had + 1) };
    },
  };
}
