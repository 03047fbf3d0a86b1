import { asError } from "../../compiler/api/helpful-error.ts";
import type { RequiredWebhook } from "../../compiler/api/asked-hash.ts";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { get } from "../kubernetes/get.ts";
import type { ResourceId } from "../kubernetes/resource.ts";
import { type GroupResource, resourceName } from "../../compiler/api/resource.ts";
import { type Clock, sleep } from "../clock.ts";
import { type WriteLog, errorText } from "../controller/log.ts";
import { printable } from "../escape-text.ts";
import { covers } from "../webhook/coverage.ts";
import { configurations, isConfirmed } from "./confirm-configuration.ts";
import { type LiveWebhook, liveWebhooks } from "./live-webhook.ts";
import { type Covered, type Replica, coveredBy, replicasOf } from "./replicas.ts";

/** Whether what is promised of a kind is enforced now, by the configuration in the cluster and by every replica. */
export interface EnforcementCheck {
  /** Why deletes of it are not decided as promised; undefined: they are. Rejects where that cannot be known. */
  objection(resource: ResourceId, signal: AbortSignal): Promise<string | undefined>;
  /** Told when any answer may be another. */
  onChange(listener: () => void): void;
  /** Looks again and again, until aborted. */
  run(signal: AbortSignal): Promise<void>;
}

export interface EnforcementOptions {
  readonly api: ApiServer;
  /** Of the webhook's Service. */
  readonly namespace: string;
  readonly service: string;
  /** Name of the ValidatingWebhookConfiguration. */
  readonly configuration: string;
  /** What has to be in force, and for a kind that is promised also of which other kinds. */
  readonly required: readonly RequiredWebhook[];
  /**
   * A kind that was not enforced before waits until a changed configuration has been written once
   * more (confirm-configuration.ts).
   */
  readonly waitsForConfirmation: boolean;
  /** All kinds that have to be enforced for a promise about that one, if not that one alone. */
  readonly concerns?: (resource: GroupResource) => readonly (GroupResource & Partial<ResourceId>)[];
  readonly clock: Clock;
  readonly log: WriteLog;
  readonly timing?: Partial<EnforcementTiming>;
}

export interface EnforcementTiming {
  /** Between two looks that nobody asks for. */
  readonly lookMs: number;
  /** An answer is of a look that is no older. */
  readonly maxAgeMs: number;
  /** API servers go by a changed configuration a moment after it is stored. */
  readonly settleMs: number;
}

const defaults: EnforcementTiming = { lookMs: 5_000, maxAgeMs: 1_000, settleMs: 2_000 };
const justChanged =
  "the webhook configuration in the cluster has changed, and API servers may still go by the previous one: wait some seconds";
const help = "apply all of generated/fallback, and wait until every replica is replaced";

/** What one look has found. */
interface Observed {
  readonly isConfirmed: boolean;
  readonly webhooks: readonly LiveWebhook[];
  readonly replicas: readonly { readonly name: string; readonly covered: Covered | Error }[];
}

export function createEnforcement(options: EnforcementOptions): EnforcementCheck {
  const { clock, log, required, concerns = (one) => [one] } = options;
  const timing = { ...defaults, ...options.timing };
  const changes = changesIn(observer(options));
  const observe = shared(changes.look, { clock, maxAgeMs: timing.maxAgeMs });
  const enforcedSince = new Map<string, number>();
  const listeners: (() => void)[] = [];

  const answer = async (id: ResourceId, signal: AbortSignal): Promise<string | undefined> => {
    const observed = await observe(signal);
    return objectionTo(
      observed,
      required,
      concerns(id).map((one) => ({ version: id.version, ...one })),
    );
  };
  /**
   * Only for a kind that is new: what is enforced stays enforced when `caBundle` is renewed or another kind is added.
   */
  const unconfirmed = async (signal: AbortSignal): Promise<string | undefined> =>
    options.waitsForConfirmation && !(await observe(signal)).isConfirmed ? justChanged : undefined;
  const objection: EnforcementCheck["objection"] = async (id, signal) => {
    const key = `${id.resource}.${id.group}`;
    const found = (await answer(id, signal)) ?? (enforcedSince.has(key) ? undefined : await unconfirmed(signal));
    if (found !== undefined) {
      enforcedSince.delete(key);
      return found;
    }
    const since = enforcedSince.get(key) ?? clock.monotonic();
    enforcedSince.set(key, since);
    const settlesIn = since + timing.settleMs - clock.monotonic();
    if (settlesIn <= 0) return undefined;
    await sleep(clock, settlesIn, signal);
    signal.throwIfAborted();
    return answer(id, signal);
  };
  const compare = async (signal: AbortSignal): Promise<void> => {
    await observe(signal);
    if (changes.take()) for (const listener of listeners) listener();
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await compare(signal).catch((error: unknown) => {
        if (!signal.aborted) log("warn", "whether the webhook is in force cannot be looked up", { error: errorText(error) });
      });
      await sleep(clock, timing.lookMs, signal);
    }
    // Whoever listens begins anew with the next election.
    listeners.length = 0;
  };
  return { objection, onChange: (listener) => void listeners.push(listener), run };
}

type Look = (signal: AbortSignal) => Promise<Observed>;

/**
 * Whether any look found something else than the one before it, since this was last asked. Looks of those who ask for
 * an answer count too: what stood for a moment only, between two looks of `run`, may be what somebody was told.
 */
function changesIn(look: Look): { readonly look: Look; take(): boolean } {
  let fingerprint: string | undefined;
  let isChanged = false;
  return {
    look: async (signal) => {
      const observed = await look(signal);
      const next = fingerprintOf(observed);
      isChanged ||= fingerprint !== undefined && next !== fingerprint;
      fingerprint = next;
      return observed;
    },
    take: () => {
      const was = isChanged;
      isChanged = false;
      return was;
    },
  };
}

/** One look for all who ask at about the same time. */
function shared(look: Look, { clock, maxAgeMs }: { readonly clock: Clock; readonly maxAgeMs: number }): Look {
  let last: { readonly at: number; readonly observed: Promise<Observed> } | undefined;
  return (signal) => {
    if (last !== undefined && clock.monotonic() - last.at < maxAgeMs) return last.observed;
    const mine = { at: clock.monotonic(), observed: look(signal) };
    last = mine;
    // A failure is no answer, and whoever asks next looks again.
    mine.observed.catch(() => {
      if (last === mine) last = undefined;
    });
    return mine.observed;
  };
}

/** Replicas that are Pods are asked once: what a process serves does not change. */
function observer({ api, namespace, service, configuration }: EnforcementOptions): (signal: AbortSignal) => Promise<Observed> {
  let known = new Map<string, Covered>();
  return async (signal) => {
    const [stored, found] = await Promise.all([
      get(api, configurations, { name: configuration }, { signal }),
      replicasOf(api, { namespace, service }, signal),
    ]);
    const webhooks = stored === undefined ? [] : liveWebhooks(stored);
    const authority = webhooks.find((webhook) => webhook.authority !== undefined)?.authority;
    const all = [...found, ...elsewhere(webhooks)];
    const replicas = await Promise.all(
      all.map(async (replica) => {
        const covered =
          (replica.uid === undefined ? undefined : known.get(replica.uid)) ?? (await asked(replica, authority, signal));
        return { name: printable(`${replica.host}:${replica.port}`), uid: replica.uid, covered };
      }),
    );
    // Those that have gone are forgotten.
    known = new Map(
      replicas.flatMap(({ uid, covered }) => (uid === undefined || covered instanceof Error ? [] : [[uid, covered] as const])),
    );
    return { isConfirmed: stored !== undefined && isConfirmed(stored), webhooks, replicas };
  };
}

function asked(replica: Replica, authority: string | undefined, signal: AbortSignal): Promise<Covered | Error> {
  return coveredBy(replica, authority, signal).catch((error: unknown) => asError(error));
}

/** Webhooks that are asked by a URL. */
function elsewhere(webhooks: readonly LiveWebhook[]): readonly Replica[] {
  const origins = new Set(webhooks.flatMap(({ url }) => (url === undefined ? [] : [new URL(url).origin])));
  return [...origins].map((origin) => {
    const { hostname, port } = new URL(origin);
    return { host: hostname, port: port === "" ? 443 : Number(port), serverName: hostname, uid: undefined };
  });
}

function objectionTo(
  { webhooks, replicas }: Observed,
  required: readonly RequiredWebhook[],
  concerned: readonly ResourceId[],
): string | undefined {
  const loose = concerned.find((id) => !required.some(({ keeps }) => isKept(id, keeps)));
  if (loose !== undefined)
    return `no policy that denies was compiled for ${resourceName(loose)}: see what holdfast compile prints`;
  for (const { name, hash, keeps } of required) {
    const about = concerned.filter((id) => isKept(id, keeps));
    if (about.length === 0) continue;
    const live = webhooks.find((webhook) => webhook.name === name);
    if (live === undefined) return `the webhook configuration in the cluster has no ${name}: ${help}`;
    if (live.hash !== hash)
      return `${name} of the webhook configuration in the cluster asks in other cases than this controller was compiled for: ${help}`;
    for (const id of about) {
      const objection = objectionOf(live, id) ?? objectionOfReplicas(live, id, replicas);
      if (objection !== undefined) return objection;
    }
  }
  return undefined;
}

/** `keeps` may name all groups or resources. */
function isKept({ group, resource: name }: GroupResource, keeps: readonly GroupResource[]): boolean {
  return keeps.some((kept) => ["*", group].includes(kept.group) && ["*", name].includes(kept.resource));
}

function objectionOf({ name, operationsOf }: LiveWebhook, id: ResourceId): string | undefined {
  if (operationsOf(id).length > 0) return undefined;
  return `${name} of the webhook configuration in the cluster does not ask about ${resourceName(id)}: ${help}`;
}

function objectionOfReplicas(live: LiveWebhook, id: ResourceId, replicas: Observed["replicas"]): string | undefined {
  for (const { name, covered } of replicas) {
    if (covered instanceof Error)
      return `whether the replica ${name} of the webhook decides about ${resourceName(id)} is not known: ${printable(covered.message)}`;
    const coverage = covered.get(live.path) ?? [];
    const isCovered = live.operationsOf(id).every((operation) => covers(coverage, { operation, resource: id }));
    if (!isCovered) return `the replica ${name} of the webhook does not decide about ${resourceName(id)}: ${help}`;
  }
  return undefined;
}

/** The same text for the same answers. */
function fingerprintOf({ isConfirmed: confirmed, webhooks, replicas }: Observed): string {
  const asking = webhooks.map(({ name, hash, path, kinds }) => [name, hash, path, kinds]);
  const answering = replicas.map(({ name, covered }) => [name, covered instanceof Error ? "" : [...covered]]);
  return JSON.stringify([confirmed, asking, answering]);
}
