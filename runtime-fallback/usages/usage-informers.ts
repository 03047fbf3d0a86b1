import type { ObjectKey, ResourceId } from "../kubernetes/resource.ts";
import { keyOf } from "../kubernetes/stored-object.ts";
import type { Clock } from "../clock.ts";
import { createInformer, type Informer } from "../kubernetes/reflector/informer.ts";
import type { Telemetry } from "../kubernetes/reflector/telemetry.ts";
import type { UsageCluster } from "./snapshot/places.ts";
import { usageText } from "./usage.ts";
import type { UsageKind } from "../../compiler/api/usage-kinds.ts";

/** Where a Usage is. */
export interface UsageAddress {
  readonly resource: ResourceId;
  readonly key: ObjectKey;
}

export interface UsageInformersOptions extends UsageCluster {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** A Usage has come, changed or gone. */
  onUsage(text: string, address: UsageAddress): void;
}

/** Watches the Usages of every kind that the cluster serves. */
export function usageInformers(options: UsageInformersOptions) {
  const running = new Map<UsageKind, Informer<ObjectKey>>();
  const start = async (usageKind: UsageKind, signal: AbortSignal): Promise<void> => {
    const found = await options.discovery.findKind({ group: usageKind.group, kind: usageKind.kind });
    if (found.state !== "served" || running.has(usageKind) || signal.aborted) return;
    const { group, version, resource } = found.resource;
    const informer = informerOf(options, { group, version, resource });
    running.set(usageKind, informer);
    void informer.run(signal);
  };
  return {
    /** Begins with what is served and not watched yet; to be called again, since definitions come later, too. */
    startServed: (signal: AbortSignal) => Promise.all(options.usageKinds.map((one) => start(one, signal))),
    hasSynced: () => running.size > 0 && [...running.values()].every((informer) => informer.hasSynced()),
  };
}

function informerOf({ api, clock, telemetry, onUsage }: UsageInformersOptions, resource: ResourceId): Informer<ObjectKey> {
  const informer = createInformer<ObjectKey>(api, { ...telemetry, resource, metadataOnly: true, project: keyOf, clock });
  informer.onChange(({ key }) => onUsage(usageText({ resource, key }), { resource, key }));
  return informer;
}
