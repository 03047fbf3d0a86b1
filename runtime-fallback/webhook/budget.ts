import type { Clock } from "../clock.ts";

/** A part of the budget in use. */
export interface Lease {
  /** Gives it back; again does nothing. */
  release(): void;
}

export interface Claim {
  readonly weight: number;
  /** Nobody has more than half of the budget: one busy rule, or one address, leaves room for others. */
  readonly owner: string;
  readonly waitMs: number;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
}

export interface Budget {
  /** Nothing, where there was no room in time. */
  take(claim: Claim): Promise<Lease | undefined>;
  readonly used: number;
}

interface Waiter {
  readonly weight: number;
  readonly owner: string;
  grant(): void;
}

/**
 * Room for so much at once. Claims are granted in their order, but for those whose owner has its half: these let others
 * pass. What is heavier than a half counts as a half, so that it can be granted at all.
 */
export function createBudget(capacity: number, clock: Clock): Budget {
  const use = createUse();
  const waiting = new Set<Waiter>();
  const grantWaiting = (): void => {
    for (const waiter of waiting) {
      if (use.of(waiter.owner) + waiter.weight > capacity / 2) continue;
      // The first in line keeps its place: light claims would pass a heavy one for ever.
      if (use.total() + waiter.weight > capacity) return;
      waiting.delete(waiter);
      use.add(waiter.owner, waiter.weight);
      waiter.grant();
    }
  };
  const leaseTo = ({ owner, weight }: Waiter): Lease => {
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      use.add(owner, -weight);
      grantWaiting();
    };
    return { release };
  };
  const wait = ({ weight, owner, waitMs, signal }: Claim, settle: (lease: Lease | undefined) => void): void => {
    const stop = (): void => {
      cancel();
      signal?.removeEventListener("abort", giveUp);
    };
    const giveUp = (): void => {
      stop();
      waiting.delete(waiter);
      settle(undefined);
      // It may have been the one that held up the others.
      grantWaiting();
    };
    const grant = (): void => {
      stop();
      settle(leaseTo(waiter));
    };
    const waiter: Waiter = { owner, weight: Math.min(weight, capacity / 2), grant };
    const cancel = clock.after(waitMs, giveUp);
    signal?.addEventListener("abort", giveUp);
    waiting.add(waiter);
    grantWaiting();
  };
  return {
    get used() {
      return use.total();
    },
    take: (claim) => new Promise((resolve) => wait(claim, resolve)),
  };
}

/** Who has how much of it. */
function createUse() {
  const owned = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    of: (owner: string): number => owned.get(owner) ?? 0,
    add: (owner: string, weight: number): void => {
      total += weight;
      const left = (owned.get(owner) ?? 0) + weight;
      if (left > 0) owned.set(owner, left);
      else owned.delete(owner);
    },
  };
}
