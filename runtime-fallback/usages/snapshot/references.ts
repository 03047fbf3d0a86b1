import type { ApiServer } from "../../kubernetes/api-server.ts";
import { type ResourceId, resourceText } from "../../kubernetes/resource.ts";
import type { Clock } from "../../clock.ts";
import { createInformer } from "../../kubernetes/reflector/informer.ts";
import type { Telemetry } from "../../kubernetes/reflector/telemetry.ts";
import type { UsageSnapshot, SeenReference } from "./seen.ts";
import { createSelections, type Selection, type Selections } from "./selections.ts";
import { targetText } from "../usage.ts";

export interface ReferencesOptions {
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Something that the Usage refers to has changed, or something that it selects has come. */
  onChange(usage: string): void;
}

/** What Usages refer to, watched by metadata only: each resource while a Usage refers to it. */
export interface References {
  /** Replaces what the Usage referred to before. Nothing once it is gone. */
  refer(usage: string, look: UsageSnapshot | undefined): void;
  stop(): void;
  readonly watched: number;
}

/** One resource. An event costs what it concerns: the Usages of that object, and those that could select it. */
interface Watched {
  readonly stop: AbortController;
  /** By `apps/deployments shop/web`. */
  readonly named: Map<string, Set<string>>;
  readonly selections: Selections;
  readonly users: Set<string>;
}

type Reference =
  | { readonly resource: ResourceId; readonly text: string; readonly selection?: undefined }
  | { readonly resource: ResourceId; readonly text: string; readonly selection: Selection };

export function watchReferences(options: ReferencesOptions): References {
  const byUsage = new Map<string, readonly Reference[]>();
  const watched = new Map<string, Watched>();

  const forget = (usage: string, { resource, text, selection }: Reference): void => {
    const one = watched.get(resourceText(resource));
    if (one === undefined) return;
    if (selection === undefined) dropFrom(one.named, text, usage);
    else one.selections.remove(usageAndText(usage, text));
    const isNeeded = byUsage.get(usage)?.some((other) => resourceText(other.resource) === resourceText(resource)) ?? false;
    if (isNeeded) return;
    one.users.delete(usage);
    if (one.users.size > 0) return;
    one.stop.abort();
    watched.delete(resourceText(resource));
  };
  const remember = (usage: string, { resource, text, selection }: Reference): void => {
    const running = watched.get(resourceText(resource));
    const one = running ?? startWatch(options, resource);
    watched.set(resourceText(resource), one);
    one.users.add(usage);
    if (selection === undefined) one.named.set(text, (one.named.get(text) ?? new Set()).add(usage));
    else one.selections.add(usageAndText(usage, text), selection);
    // What came after it was looked for, and before it was waited for, told nobody.
    if (running !== undefined) options.onChange(usage);
  };
  return {
    refer: (usage, look) => {
      const before = byUsage.get(usage) ?? [];
      const now = look === undefined ? [] : [referenceOf(look.of, "of"), referenceOf(look.by, "by")].flat();
      if (now.length > 0) byUsage.set(usage, now);
      else byUsage.delete(usage);
      for (const one of now) if (!before.some(({ text }) => text === one.text)) remember(usage, one);
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

function startWatch({ api, clock, telemetry, onChange }: ReferencesOptions, resource: ResourceId): Watched {
  const watched = { stop: new AbortController(), named: new Map(), selections: createSelections(), users: new Set<string>() };
  // Of an object nothing is kept but who waited for it when it came, which is nobody of most.
  const project = watched.selections.waitingFor;
  const informer = createInformer<readonly string[]>(api, { ...telemetry, resource, metadataOnly: true, project, clock });
  informer.onChange(({ type, key, object: waiting }) => {
    for (const usage of watched.named.get(targetText(resource, key)) ?? []) onChange(usage);
    if (type !== "deleted") for (const one of waiting) onChange(usageOf(one));
  });
  void informer.run(watched.stop.signal);
  return watched;
}

function referenceOf(seen: SeenReference, field: "of" | "by"): readonly Reference[] {
  if (seen.state === "none" || seen.state === "denied") return [];
  const { resource } = seen.state === "selecting" ? seen : seen.place;
  if (seen.state !== "selecting") return [{ resource, text: targetText(resource, seen.place.key) }];
  const { selection } = seen;
  return [{ resource, text: `${field} ${resourceText(resource)} ${JSON.stringify(selection)}`, selection }];
}

/**
 * A Usage may wait for both, of what it uses and of its user. Neither the name of a Usage
 * nor its kind holds a line break.
 */
function usageAndText(usage: string, text: string): string {
  return `${usage}\n${text}`;
}

function usageOf(usageAndItsText: string): string {
  return usageAndItsText.slice(0, usageAndItsText.indexOf("\n"));
}

function dropFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
