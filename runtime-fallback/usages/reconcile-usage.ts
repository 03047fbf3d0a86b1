import type { Clock } from "../controller/clock.ts";
import { type Log, printable } from "../controller/log.ts";
import type { Again } from "../controller/reconcile-loop.ts";
import { carryOut } from "./carry-out.ts";
import { lookAt } from "./look.ts";
import type { Cluster, UsageFlags } from "./places.ts";
import { planUsage } from "./plan-usage.ts";
import type { Look } from "./seen.ts";
import type { Step } from "./step.ts";
import { type Usage, usageText } from "./usage.ts";
import type { UsageReports } from "./usage-reports.ts";
import type { UsageAddress } from "./usage-informers.ts";

/** A Usage takes seven writes at most, from the first look to Ready; the rest is for others who write at the same time. */
const mostLooks = 24;

export interface ReconcilerOptions extends Cluster {
  readonly flags: UsageFlags;
  readonly clock: Clock;
  readonly log: Log;
  readonly reports: UsageReports;
  /** What the Usage refers to is watched from now on. */
  onLook(address: UsageAddress, look: Look | undefined): void;
}

/** Brings one Usage to where nothing is left to write. */
export async function reconcileUsage(options: ReconcilerOptions, address: UsageAddress, signal: AbortSignal): Promise<Again> {
  const { api, flags, clock } = options;
  let isDeleteRefused = false;
  for (let looks = 0; looks < mostLooks && !signal.aborted; looks += 1) {
    const look = await lookAt(options, flags, { ...address, now: clock.now(), signal });
    options.onLook(address, look);
    if (look === undefined) return {};
    const step = planUsage(isDeleteRefused ? { ...look, isCollected: false } : look);
    if (step.kind === "rest") return step.againMs === undefined ? {} : { again: step.againMs };
    const outcome = await carryOut(api, step, signal);
    if (outcome === "refused") isDeleteRefused = true;
    report(options, look.usage, { step, outcome });
  }
  throw new Error("others write at the same time");
}

function report(
  { log, reports }: ReconcilerOptions,
  usage: Usage,
  { step, outcome }: { readonly step: Exclude<Step, { kind: "rest" }>; readonly outcome: string },
): void {
  log("info", `usage: ${step.kind} ${step.what}: ${outcome}`, { usage: printable(usageText(usage)) });
  if (outcome === "overtaken") return;
  reports.stepped(usage, step);
}
