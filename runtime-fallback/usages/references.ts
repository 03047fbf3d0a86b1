import type { ApiServer } from "../api/api-server.ts";
import { keyOf } from "../api/stored-object.ts";
import { type ObjectKey, type ResourceId, resourceText } from "../api/resource.ts";
import type { Clock } from "../clock.ts";
import { createInformer } from "../reflector/informer.ts";
import type { Telemetry } from "../reflector/telemetry.ts";
import type { Look, Seen } from "./seen.ts";
import { targetText } from "./usage.ts";

export interface ReferencesOptions {
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Something that the Usage refers to has changed. */
  onChange(usage: string): void;
}

/** What Usages refer to, watched by metadata only: each resource while a Usage refers to it. */
export interface References {
  /** Replaces what the Usage referred to before. Nothing once it is gone. */
  refer(usage: string, look: Look | undefined): void;
  stop(): void;
  readonly watched: number;
}

interface Watched {
  readonly stop: AbortController;
  readonly users: Set<string>;
}

interface Reference {
  readonly resource: ResourceId;
  /** `apps/deployments shop/web`, or of everything of the resource. */
  readonly text: string;
}

export function watchReferences(options: ReferencesOptions): References {
  const byUsage = new Map<string, readonly Reference[]>();
  const byReference = new Map<string, Set<string>>();
  const watched = new Map<string, Watched>();

  const forget = (usage: string, { resource, text }: Reference): void => {
    dropFrom(byReference, text, usage);
    const one = watched.get(resourceText(resource));
    const isNeeded = byUsage.get(usage)?.some((other) => resourceText(other.resource) === resourceText(resource)) ?? false;
    if (one === undefined || isNeeded) return;
    one.users.delete(usage);
    if (one.users.size > 0) return;
    one.stop.abort();
    watched.delete(resourceText(resource));
  };
  const remember = (usage: string, { resource, text }: Reference): void => {
    byReference.set(text, (byReference.get(text) ?? new Set()).add(usage));
    const one = watched.get(resourceText(resource)) ?? startWatch(options, byReference, resource);
    one.users.add(usage);
    watched.set(resourceText(resource), one);
  };
  return {
    refer: (usage, look) => {
      const before = byUsage.get(usage) ?? [];
      const now = look === undefined ? [] : [look.of, look.by].flatMap(referenceOf);
      if (now.length > 0) byUsage.set(usage, now);
      else byUsage.delete(usage);
      for (const one of now) remember(usage, one);
      for (const one of before) if (!now.some(({ text }) => text === one.text)) forget(usage, one);
    },
    stop: () => {
      for (const { stop } of watched.values()) stop.abort();
    },
    get watched() {
      return watched.size;
    },
  };
}

function startWatch(options: ReferencesOptions, users: ReadonlyMap<string, Set<string>>, resource: ResourceId): Watched {
  const { api, clock, telemetry, onChange } = options;
  const stop = new AbortController();
  const informer = createInformer<ObjectKey>(api, { ...telemetry, resource, metadataOnly: true, project: keyOf, clock });
  informer.onChange(({ key }) => {
    for (const text of [targetText(resource, key), anyOf(resource)]) for (const user of users.get(text) ?? []) onChange(user);
  });
  void informer.run(stop.signal);
  return { stop, users: new Set() };
}

function referenceOf(seen: Seen): readonly Reference[] {
  if (seen.state === "none" || seen.state === "refused") return [];
  if (seen.state === "selecting") return [{ resource: seen.resource, text: anyOf(seen.resource) }];
  const { resource, key } = seen.place;
  return [{ resource, text: targetText(resource, key) }];
}

function anyOf(resource: ResourceId): string {
  return `${resourceText(resource)} any`;
}

function dropFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
