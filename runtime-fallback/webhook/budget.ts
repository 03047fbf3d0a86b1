import type { Clock } from "../clock.ts";

/** A part of the budget in use. */
export interface Lease {
  /** Gives it back; again does nothing. */
  release(): void;
}

/** Whose the claim is: a rule, an address. */
export interface BudgetOwner {
  readonly name: string;
  /** Of the budget, 1 for all of it: nobody has more, so that one busy rule, or one address, leaves room for others. */
  readonly share: number;
}

export interface BudgetClaim {
  readonly weight: number;
  /** Each must have room left of its share; who has nothing yet may have a claim that is heavier. */
  readonly owners: readonly BudgetOwner[];
  readonly waitMs: number;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
}

export interface Budget {
  /** Nothing, where there was no room in time. */
  take(claim: BudgetClaim): Promise<Lease | undefined>;
  readonly used: number;
}

interface Waiter {
  readonly weight: number;
  readonly owners: readonly BudgetOwner[];
  grant(): void;
}

/**
 * Room for so much at once. Claims are granted in their order, but for those of which an owner has its share: these let
 * others pass. What is heavier than a half counts as a half, so that it can be granted at all.
 */
export function createBudget(capacity: number, clock: Clock): Budget {
  const use = createUse(capacity);
  const waiting = new Set<Waiter>();
  const grantWaiting = (): void => {
    for (const waiter of waiting) {
      if (!use.hasShareLeft(waiter)) continue;
      // The first in line keeps its place: light claims would pass a heavy one for ever.
      if (use.total() + waiter.weight > capacity) return;
      waiting.delete(waiter);
      use.add(waiter, 1);
      waiter.grant();
    }
  };
  const leaseTo = (waiter: Waiter): Lease => {
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      use.add(waiter, -1);
      grantWaiting();
    };
    return { release };
  };
  const wait = ({ weight, owners, waitMs, signal }: BudgetClaim, settle: (lease: Lease | undefined) => void): void => {
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
    const waiter: Waiter = { owners, weight: Math.min(weight, capacity / 2), grant };
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
function createUse(capacity: number) {
  const owned = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    hasShareLeft: ({ weight, owners }: Pick<Waiter, "weight" | "owners">): boolean =>
      owners.every(({ name, share }) => !owned.has(name) || (owned.get(name) ?? 0) + weight <= capacity * share),
    add: ({ weight, owners }: Pick<Waiter, "weight" | "owners">, times: 1 | -1): void => {
      total += times * weight;
      for (const { name } of owners) {
        const left = (owned.get(name) ?? 0) + times * weight;
        if (left > 0) owned.set(name, left);
        else owned.delete(name);
      }
    },
  };
}
