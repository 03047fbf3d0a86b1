import { type Clock, sleep } from "../clock.ts";
import { type WriteLog, errorText } from "../controller/log.ts";

/** One of the things that the leader does. */
export interface ControllerPart {
  readonly name: string;
  /** Until the signal is aborted. What it throws is what it could not begin without. */
  run(signal: AbortSignal): Promise<void>;
  /** While it runs: what it cannot work without yet, a sentence each. */
  waitsFor?(): readonly string[];
}

const againMs = 5_000;

/** Begins anew what has failed, since the others go on. Resolves when stopped. */
export async function keepRunning(
  part: ControllerPart,
  {
    clock,
    log,
    failed,
  }: { readonly clock: Clock; readonly log: WriteLog; readonly failed: (part: string, error: unknown) => void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await part.run(signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      failed(part.name, error);
      log("error", `${part.name}: cannot go on; tried again`, { error: errorText(error), againMs });
    }
    await sleep(clock, againMs, signal);
  }
}
