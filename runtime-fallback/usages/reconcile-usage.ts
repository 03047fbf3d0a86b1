import type { Clock } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import { printable } from "../escape-text.ts";
import type { Again } from "../controller/reconcile-loop.ts";
import { applyStep } from "./plan/apply-step.ts";
import { type MarkedPlaces, rememberMarked, takeOffLeftBehind } from "./snapshot/left-behind.ts";
import { lookAt } from "./snapshot/look.ts";
import type { UsageCluster, UsageFlags } from "./snapshot/places.ts";
import { planUsage } from "./plan/plan-usage.ts";
import type { UsageSnapshot } from "./snapshot/seen.ts";
import type { UsageStep } from "./plan/step.ts";
import { type Usage, usageText } from "./usage.ts";
import type { UsageReports } from "./usage-events.ts";
import type { UsageAddress } from "./usage-informers.ts";

/**
 * A Usage takes seven writes at most, from the first look to Ready; the rest is for others who write at the same time.
 */
const maxLooks = 24;

export interface ReconcilerOptions extends UsageCluster {
  readonly flags: UsageFlags;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: WriteLog;
  readonly reports: UsageReports;
  /** What Usages have marked. */
  readonly places: MarkedPlaces;
  /** What the Usage refers to is watched from now on. */
  onLook(address: UsageAddress, look: UsageSnapshot | undefined): void;
}

/** Brings one Usage to where nothing is left to write. */
export async function reconcileUsage(options: ReconcilerOptions, address: UsageAddress, signal: AbortSignal): Promise<Again> {
  const { api, flags, clock, places } = options;
  const denials = new Map<string, string>();
  for (let looks = 0; looks < maxLooks && !signal.aborted; looks += 1) {
    const look = await lookAt(options, flags, { ...address, now: clock.now(), signal });
    options.onLook(address, look);
    await takeOffLeftBehind(options, { places, text: usageText(address), uid: look?.usage.uid }, signal);
    if (look === undefined) return {};
    rememberMarked(places, look);
    const step = planUsage(afterDenials(look, denials));
    if (step.kind === "rest") return resting(step, options.random);
    const done = await applyStep(api, step, signal);
    if (done.outcome === "denied") denials.set(step.what, done.message);
    if (step.what === "released" && done.outcome === "written") places.delete(usageText(address));
    report(options, look.usage, { step, outcome: done.outcome });
  }
  throw new Error("others write at the same time");
}

function resting({ againMs, failure }: Extract<UsageStep, { kind: "rest" }>, random: () => number): Again {
  if (failure !== undefined) throw new Error(failure);
  // Up to twice as late: all of them were looked at together when the controller began.
  return againMs === undefined ? {} : { again: againMs * (1 + random()) };
}

/** What was denied is not tried again in one go, and keeps nothing else from being done. */
function afterDenials(look: UsageSnapshot, denials: ReadonlyMap<string, string>): UsageSnapshot {
  return {
    ...look,
    collection: denials.has("target") ? undefined : look.collection,
    markDenial: denials.get("mark"),
    unmarkDenial: denials.get("unmark"),
    usageDenial: denials.get("usage"),
    replayDenial: denials.get("replay"),
  };
}

function report(
  { log, reports }: ReconcilerOptions,
  usage: Usage,
  { step, outcome }: { readonly step: Exclude<UsageStep, { kind: "rest" }>; readonly outcome: string },
): void {
  log("info", `usage: ${step.kind} ${step.what}: ${outcome}`, { usage: printable(usageText(usage)) });
  if (outcome === "overtaken" || (outcome === "denied" && step.what === "replay")) return;
  reports.stepped(usage, step);
}
