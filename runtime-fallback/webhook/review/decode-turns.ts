import type { Clock } from "../../clock.ts";

/** Ends a turn: the time that it took is rested. */
export type EndTurn = () => void;

export interface DecodeTurns {
  /** Undefined where the signal was aborted before. */
  take(address: string, signal: AbortSignal): Promise<EndTurn | undefined>;
}

type Waiter = () => void;

/**
 * Turns of the thread for reviews that take long to parse. One at a time; addresses take turns, so that whoever sends many large ones
 * waits behind himself; and after each turn the thread rests for as long as it lasted, so that half of it stays for what is small.
 */
export function decodeTurns(clock: Clock): DecodeTurns {
  const waiting = new Map<string, Set<Waiter>>();
  let isTaken = false;
  const next = (): void => {
    const [found] = waiting;
    if (isTaken || found === undefined) return;
    const [address, waiters] = found;
    const [first] = waiters;
    waiters.delete(first as Waiter);
    // To the end of the line, if more of it is waiting.
    waiting.delete(address);
    if (waiters.size > 0) waiting.set(address, waiters);
    isTaken = true;
    (first as Waiter)();
  };
  const turn = (): EndTurn => {
    const begun = clock.monotonic();
    return () => {
      clock.after(clock.monotonic() - begun, () => {
        isTaken = false;
        next();
      });
    };
  };
  const take: DecodeTurns["take"] = (address, signal) =>
    new Promise((resolve) => {
      const waiters = waiting.get(address) ?? new Set<Waiter>();
      const giveUp = (): void => {
        waiters.delete(begin);
        if (waiters.size === 0 && waiting.get(address) === waiters) waiting.delete(address);
        resolve(undefined);
      };
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(turn());
      };
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener("abort", giveUp, { once: true });
      waiting.set(address, waiters.add(begin));
      next();
    });
  return { take };
}
