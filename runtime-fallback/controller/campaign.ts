import type { Clock } from "../clock.ts";
import type { LeaseSpec, LeaseStore, StoredLease } from "./lease.ts";

/** How an election runs, in milliseconds. */
export interface LeaderTiming {
  /** So long others wait, by their own clocks, after the last sign of life. */
  readonly leaseDurationMs: number;
  /** So long a leader goes on after the last renewal that it began. */
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/**
 * Those of client-go, with which Kubernetes' own controllers run. Between deadline and duration is the room
 * for clocks that run at different rates: leader and candidate stay apart as long as one of them is less than
 * 1.5 times as fast as the other.
 */
export const defaultLeaderTiming: LeaderTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };

/** client-go's: candidates that started together do not ask together for ever. */
export const retryJitter = 0.2;

/** A moment by both clocks of this machine. */
export interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

/** A Lease that is ours. */
export interface HeldLease {
  readonly lease: StoredLease;
  /** When the request that made it ours, or renewed it, had not yet been sent: nobody can have seen it earlier. */
  readonly since: Moment;
}

/** Since when a candidate has seen the Lease of somebody else unchanged, by its own clock. */
export interface SeenLease {
  readonly resourceVersion: string;
  readonly monotonic: number;
}

export interface LeaseCandidate {
  readonly store: LeaseStore;
  readonly clock: Clock;
  readonly identity: string;
  readonly timing: LeaderTiming;
}

/** What one try gave: the Lease, or how long it has been seen unchanged. */
export type LeaseAttempt = { readonly held: HeldLease } | { readonly seen: SeenLease | undefined };

export function moment(clock: Clock): Moment {
  return { now: clock.now(), monotonic: clock.monotonic() };
}

/** By the clock that has gone further: the one stands still while the machine sleeps, the other can be set back. */
export function elapsedMs(clock: Clock, since: Moment): number {
  return Math.max(clock.now() - since.now, clock.monotonic() - since.monotonic);
}

/** Tries once to get the Lease. The other's clock is never read: only for how long nothing has changed. */
export async function tryAcquire(candidate: LeaseCandidate, seen: SeenLease | undefined): Promise<LeaseAttempt> {
  const { store, clock } = candidate;
  const lease = await store.get();
  const wait = waitMs(candidate, lease, seen);
  if (wait > 0) {
    const resourceVersion = lease?.resourceVersion ?? absent;
    // The waiting starts after the answer: what was seen cannot be older.
    if (seen?.resourceVersion !== resourceVersion) return { seen: { resourceVersion, monotonic: clock.monotonic() } };
    if (clock.monotonic() - seen.monotonic < wait) return { seen };
  }
  const spec = nextSpec(candidate, lease);
  const since = moment(clock);
  const ours = await (lease === undefined ? store.create(spec) : store.update(lease, spec));
  return ours === undefined ? { seen: undefined } : { held: { lease: ours, since } };
}

/** Renews, or leaves it to the next try; undefined when the Lease went to somebody else, or away. */
export async function tryRenew(candidate: LeaseCandidate, held: HeldLease): Promise<HeldLease | undefined> {
  const { store, clock, identity } = candidate;
  const since = moment(clock);
  const renewed = await store.update(held.lease, nextSpec(candidate, held.lease));
  if (renewed !== undefined) return { lease: renewed, since };
  // Our own renewal, whose answer was lost, or somebody's label on the Lease.
  const current = await store.get();
  if (current?.spec.holderIdentity !== identity) return undefined;
  const sinceNow = moment(clock);
  const again = await store.update(current, nextSpec(candidate, current));
  return again === undefined ? held : { lease: again, since: sinceNow };
}

/** Gives the Lease back, so that nobody has to wait. client-go's form: no holder, and a second. */
export async function releaseLease(candidate: LeaseCandidate, { lease }: HeldLease): Promise<void> {
  await candidate.store.update(lease, { ...nextSpec(candidate, lease), holderIdentity: "", leaseDurationSeconds: 1 });
}

/**
 * How long the Lease has to be seen as it is before it may be taken: what it says of its holder's
 * promise, where that is believable, and never less than our own. One that was there and is gone may
 * still have a leader who has not noticed.
 */
function waitMs({ timing, identity }: LeaseCandidate, lease: StoredLease | undefined, seen: SeenLease | undefined): number {
  if (lease === undefined) return seen === undefined ? 0 : timing.leaseDurationMs;
  const { holderIdentity = "", leaseDurationSeconds = 0 } = lease.spec;
  if (holderIdentity === "" || holderIdentity === identity) return 0;
  const isBelievable = Number.isInteger(leaseDurationSeconds) && leaseDurationSeconds <= longestSeconds;
  return Math.max(timing.leaseDurationMs, isBelievable ? leaseDurationSeconds * 1_000 : 0);
}

/** No Lease has it. */
const absent = "";

/** Nobody leads for ever because of a number in a field. */
const longestSeconds = 300;

function nextSpec({ clock, identity, timing }: LeaseCandidate, lease: StoredLease | undefined): LeaseSpec {
  const written = new Date(clock.now()).toISOString().replace("Z", "000Z");
  const { holderIdentity, acquireTime = written, leaseTransitions = 0 } = lease?.spec ?? {};
  const isOurs = lease === undefined || holderIdentity === identity;
  return {
    holderIdentity: identity,
    leaseDurationSeconds: Math.max(1, Math.ceil(timing.leaseDurationMs / 1_000)),
    acquireTime: isOurs ? acquireTime : written,
    renewTime: written,
    leaseTransitions: isOurs ? leaseTransitions : leaseTransitions + 1,
  };
}
