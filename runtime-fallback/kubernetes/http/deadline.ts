import type { Clock } from "../../clock.ts";

/** Ends what takes too long: its signal is aborted when the time is over, or when somebody else's signal is. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** From now on so long again. */
  restart(ms: number): void;
  /** Everything came in time. */
  release(): void;
}

class TooLate extends Error {
  override readonly name = "TooLate";
}

/** Whether time ended it, and not somebody. */
export function isTooLate({ reason }: AbortSignal): boolean {
  return reason instanceof TooLate;
}

export function startDeadline(clock: Clock, ms: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = () => controller.abort(new TooLate());
  const forward = () => controller.abort(outer?.reason);
  let cancel = clock.after(ms, end);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  return {
    signal: controller.signal,
    restart: (again) => {
      cancel();
      cancel = clock.after(again, end);
    },
    release: () => {
      cancel();
      outer?.removeEventListener("abort", forward);
    },
  };
}

/**
 * Settles as the promise does, or rejects when the signal is aborted, whichever is first: not
 * everything can be told to stop.
 */
export function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    const settled = () => signal.removeEventListener("abort", abort);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).then(settled, settled);
  });
}
