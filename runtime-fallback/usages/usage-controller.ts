import type { ApiServer } from "../kubernetes/api-server.ts";
import type { Discovery } from "../kubernetes/discovery/discovery.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import { type Clock, sleep } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import { type RegisterReader, unobserved, type LoopMetrics, runReconcileLoop } from "../controller/reconcile-loop.ts";
import type { WorkQueue } from "../controller/work-queue.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import { readyReasonOf } from "./condition.ts";
import type { UsageFlags } from "./snapshot/places.ts";
import { reconcileUsage } from "./reconcile-usage.ts";
import { watchReferences } from "./snapshot/references.ts";
import { usageText } from "./usage.ts";
import type { UsageKind } from "../../compiler/api/usage-kinds.ts";
import { type UsageAddress, usageInformers } from "./usage-informers.ts";
import type { UsageReports } from "./usage-events.ts";

export interface UsageControllerOptions {
  /** Whose writes are the leader's: see `leaderOnly`. */
  readonly api: ApiServer;
  readonly discovery: Discovery;
  readonly usageKinds: readonly UsageKind[];
  readonly queue: WorkQueue;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: WriteLog;
  readonly metrics: LoopMetrics;
  readonly telemetry: Telemetry;
  readonly reports: UsageReports;
  readonly flags: UsageFlags;
  readonly workers?: number;
  /** Every Usage, as it was when it was last looked at. */
  readonly observe?: RegisterReader<UsageState>;
}

export interface UsageState {
  readonly resource: ResourceId;
  /** Of its condition Ready; undefined before there is one. */
  readonly reason: string | undefined;
}

export interface UsageController {
  /** Whether every served kind of Usage has been listed. */
  hasSynced(): boolean;
  /** At every Usage. */
  lookAgain(): void;
  /** Until aborted. Once. */
  run(signal: AbortSignal): Promise<void>;
}

/** How soon a kind of Usage is seen whose definition has just been applied. */
const kindsAgainMs = 15_000;

/** Keeps marks on what is used, as long as it is. Does nothing before `run`. */
export function createUsageController(options: UsageControllerOptions): UsageController {
  const { queue, workers = 4, observe = unobserved } = options;
  const resources = new Map<string, ResourceId>();
  const states = new Map<string, UsageState>();
  const references = watchReferences({ ...options, onChange: (usage) => queue.add(usage) });
  const informers = usageInformers({
    ...options,
    onUsage: (text, address) => {
      resources.set(typeText(address.resource), address.resource);
      queue.add(text);
    },
  });
  const reconciler = {
    ...options,
    places: new Map(),
    onLook: (address: UsageAddress, look: Parameters<typeof references.refer>[1]) => {
      const text = usageText(address);
      references.refer(text, look);
      if (look !== undefined) {
        states.set(text, { resource: address.resource, reason: readyReasonOf(look.usage.object) });
        return;
      }
      states.delete(text);
    },
  };
  const reconcile = async (text: string, signal: AbortSignal) => {
    const address = addressOf(text, resources);
    return address === undefined ? {} : reconcileUsage(reconciler, address, signal);
  };
  return {
    hasSynced: () => informers.hasSynced(),
    lookAgain: () => {
      for (const text of states.keys()) queue.add(text);
    },
    run: async (signal) => {
      const forget = observe(() => states.values());
      const starting = keepStarting(options.clock, informers.startServed, signal);
      await runReconcileLoop({ ...options, name: "usages", reconcile, workers }, signal).finally(forget);
      references.stop();
      await starting;
    },
  };
}

const typeText = ({ group, resource }: ResourceId): string => `${resource}.${group}`;

/**
 * Out of the text itself: what is remembered of a Usage that no longer exists would be forgotten of its successor, too.
 */
function addressOf(text: string, resources: ReadonlyMap<string, ResourceId>): UsageAddress | undefined {
  const [type = "", namespace = "", name = ""] = text.split("/");
  const resource = resources.get(type);
  return resource === undefined ? undefined : { resource, key: namespace === "" ? { name } : { namespace, name } };
}

async function keepStarting(clock: Clock, start: (signal: AbortSignal) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await start(signal);
    await sleep(clock, kindsAgainMs, signal);
  }
}
