import type { Clock } from "../clock.ts";
import { type RegisterReader, unobserved, type LoopMetrics, runReconcileLoop } from "../controller/reconcile-loop.ts";
import { createWorkQueue } from "../controller/work-queue.ts";
import { createInformer } from "../kubernetes/reflector/informer.ts";
import { keyOfText, textOfKey } from "../kubernetes/reflector/store.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import { waitingSince } from "./claim-writes.ts";
import { type ForegroundClaims, reconcileClaim } from "./reconcile-claim.ts";

export interface RunClaimsOptions extends ForegroundClaims {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly metrics: LoopMetrics;
  readonly telemetry: Telemetry;
  /**
   * Every claim of one kind: since when it waits for its composite, in milliseconds since
   * 1970; undefined where it does not.
   */
  readonly observe?: RegisterReader<number | undefined>;
}

/** Deletes are rare, and each waits for API calls only. */
const workers = 2;

/**
 * Foreground deletion for one kind of claim, until the signal is aborted. Not where Crossplane's
 * own reconciler of claims does it.
 */
export async function runClaims(options: RunClaimsOptions, signal: AbortSignal): Promise<void> {
  const { server, kinds, clock, random, log, metrics, telemetry, observe = unobserved } = options;
  const queue = createWorkQueue({ clock, random });
  // What is done to a claim follows from what is stored then: what is remembered is only counted.
  const informer = createInformer(server, {
    ...telemetry,
    resource: kinds.claim,
    metadataOnly: true,
    project: waitingSince,
    clock,
    random,
  });
  informer.onChange(({ key }) => queue.add(textOfKey(key)));
  const reconcile = (text: string, stop: AbortSignal) => reconcileClaim(options, keyOfText(text), stop);
  const name = `foreground deletion of ${kinds.claim.resource}`;
  const forget = observe(() => informer.store.list());
  await Promise.all([
    informer.run(signal),
    runReconcileLoop({ name, queue, reconcile, workers, clock, log, metrics }, signal),
  ]).finally(forget);
}
