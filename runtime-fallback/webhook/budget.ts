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
  /** Its signal stops waiting; it is not asked for one where nobody has to wait. */
  readonly deadline?: { readonly signal: AbortSignal };
}

export interface Budget {
  /** Nothing, where there was no room in time. */
  take(claim: BudgetClaim): Promise<Lease | undefined>;
  readonly used: number;
}

type Weighed = Pick<BudgetClaim, "weight" | "owners">;

interface Waiter extends Weighed {
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
  const leaseTo = (claim: Weighed): Lease =>
    leaseUntil(() => {
      use.add(claim, -1);
      grantWaiting();
    });
  /** Without a timer, where nobody waits and there is room: nearly every claim. */
  const grantedAtOnce = (claim: Weighed): Lease | undefined => {
    if (waiting.size > 0 || use.total() + claim.weight > capacity || !use.hasShareLeft(claim)) return undefined;
    use.add(claim, 1);
    return leaseTo(claim);
  };
  const wait = (claim: BudgetClaim, settle: (lease: Lease | undefined) => void): void => {
    const gaveUp = (): void => {
      waiting.delete(waiter);
      settle(undefined);
      // It may have been the one that held up the others.
      grantWaiting();
    };
    const waiter = waiterFor(claim, clock, { granted: () => settle(leaseTo(claim)), gaveUp });
    waiting.add(waiter);
    grantWaiting();
  };
  const take = async (asked: BudgetClaim): Promise<Lease | undefined> => {
    const claim = { ...asked, weight: Math.min(asked.weight, capacity / 2) };
    return grantedAtOnce(claim) ?? new Promise((resolve) => wait(claim, resolve));
  };
  return {
    get used() {
      return use.total();
    },
    take,
  };
}

interface WaitingEnds {
  readonly granted: () => void;
  readonly gaveUp: () => void;
}

/** Waits until it is granted, its time is over or its signal is aborted, and says which of them, once. */
function waiterFor({ weight, owners, waitMs, deadline }: BudgetClaim, clock: Clock, { granted, gaveUp }: WaitingEnds): Waiter {
  const signal = deadline?.signal;
  const stop = (): void => {
    cancel();
    signal?.removeEventListener("abort", giveUp);
  };
  const giveUp = (): void => {
    stop();
    gaveUp();
  };
  const cancel = clock.after(waitMs, giveUp);
  signal?.addEventListener("abort", giveUp);
  const grant = (): void => {
    stop();
    granted();
  };
  return { weight, owners, grant };
}

function leaseUntil(end: () => void): Lease {
  let isHeld = true;
  const release = (): void => {
    if (!isHeld) return;
    isHeld = false;
    end();
  };
  return { release };
}

/**
 * So many owners stay in the map when they have nothing. A map that is emptied again and again gets a new table each
 * time, among what is old in V8's heap: 300 bytes of a review, and a third of what full collections were about.
 */
const mostIdle = 64;

/** Who has how much of it. */
function createUse(capacity: number) {
  const owned = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    hasShareLeft: ({ weight, owners }: Weighed): boolean =>
      owners.every(({ name, share }) => {
        const has = owned.get(name) ?? 0;
        return has === 0 || has + weight <= capacity * share;
      }),
    add: ({ weight, owners }: Weighed, times: 1 | -1): void => {
      total += times * weight;
      for (const { name } of owners) {
        const left = Math.max(0, (owned.get(name) ?? 0) + times * weight);
        if (left > 0 || owned.size <= mostIdle) owned.set(name, left);
        else owned.delete(name);
      }
    },
  };
}
