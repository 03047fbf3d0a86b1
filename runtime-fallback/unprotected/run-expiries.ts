import { type Clock, sleep } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import { type LoopMetrics, type RegisterReader, runReconcileLoop, unobserved } from "../controller/reconcile-loop.ts";
import { createWorkQueue, type WorkQueue } from "../controller/work-queue.ts";
import { createInformer } from "../kubernetes/reflector/informer.ts";
import { keyOfText, textOfKey } from "../kubernetes/reflector/store.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import { createExpiries, type Expiries, type RecordState } from "./expiries.ts";
import { recordEnd } from "./record.ts";
import { takeBack, type TakeBackOptions } from "./take-back.ts";

export interface RunExpiriesOptions extends TakeBackOptions {
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: WriteLog;
  readonly metrics: LoopMetrics;
  readonly telemetry: Telemetry;
  /** How often is looked which times are over. */
  readonly lookMs: number;
  /** Of every object with a record. */
  readonly observe?: RegisterReader<RecordState>;
}

/** Each waits for API calls only, and nobody is in a hurry. */
const workers = 2;

/** Takes back what `holdfast unprotect` has opened of one kind, when its time is over, until the signal is aborted. */
export async function runExpiries(options: RunExpiriesOptions, signal: AbortSignal): Promise<void> {
  const { server, resource, clock, random, log, metrics, telemetry, observe = unobserved } = options;
  const queue = createWorkQueue({ clock, random, retriesItself: true, groupOf: (text) => keyOfText(text).namespace ?? "" });
  const expiries = createExpiries(clock, random);
  const { group, version, resource: plural } = resource;
  const informer = createInformer(server, {
    ...telemetry,
    resource: { group, version, resource: plural },
    metadataOnly: true,
    project: recordEnd,
    clock,
    random,
  });
  informer.onChange(({ type, key, uid, object }) => {
    expiries.see(key, type === "deleted" || object === undefined ? undefined : { uid, record: object });
  });
  const reconcile = async (text: string, stop: AbortSignal): Promise<void> => {
    const key = keyOfText(text);
    expiries.tried(key);
    const outcome = await takeBack(options, key, stop);
    if (outcome === "left") expiries.leave(key);
    else if (typeof outcome === "object") expiries.early(key, outcome.leftMs);
  };
  const name = `what was unprotected of ${plural}`;
  const forget = observe(() => expiries.states());
  await Promise.all([
    informer.run(signal),
    addDue(expiries, queue, options, signal),
    runReconcileLoop({ name, queue, reconcile, workers, clock, log, metrics }, signal),
  ]).finally(forget);
}

/** One look at all of them in place of a timer for each: there may be a hundred thousand, and clocks jump. */
async function addDue(
  expiries: Expiries,
  queue: WorkQueue,
  { clock, lookMs }: { readonly clock: Clock; readonly lookMs: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const key of expiries.due()) queue.add(textOfKey(key));
    await sleep(clock, lookMs, signal);
  }
}
