import {
  type LeaseCandidate,
  type HeldLease,
  type SeenLease,
  elapsedMs,
  releaseLease,
  tryAcquire,
  tryRenew,
  type LeaderTiming,
  defaultLeaderTiming,
  retryJitter,
} from "./campaign.ts";
import { type Clock, sleep } from "../clock.ts";
import { type LeaseName, leaseStore } from "./lease.ts";
import { type WriteLog, errorText } from "./log.ts";
import { printable } from "../escape-text.ts";
import type { RequestServer } from "../kubernetes/api-server.ts";

export interface LeaderElectionOptions {
  readonly api: RequestServer;
  readonly lease: LeaseName;
  /** Of this process alone, also after a restart: the pod's name and something random. */
  readonly identity: string;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: WriteLog;
  readonly timing?: LeaderTiming;
  readonly onStarted?: () => void;
  readonly onStopped?: () => void;
}

export interface LeaderElection {
  /** By the clock, not by what was heard last: right also in the first line that runs after a pause. */
  isLeader(): boolean;
  /**
   * Works while leading. The work's signal is aborted at the renew deadline or when `stop` is; the Lease is renewed
   * until the work has ended, and then given back. After a lost Lease it stands for election again, but never before
   * the old work has ended. Resolves when stopped or when the work ends by itself; rejects with what the work throws.
   */
  run(work: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void>;
}

interface Election extends LeaseCandidate {
  readonly options: LeaderElectionOptions;
  held: HeldLease | undefined;
}

/** Leader election over a Lease, as client-go does it. */
export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { api, lease, clock, identity, timing = defaultLeaderTiming } = options;
  const store = leaseStore(api, lease, timing.renewDeadlineMs / 2);
  const election: Election = { options, store, clock, identity, timing, held: undefined };
  return {
    isLeader: () => isLeader(election),
    run: async (work, stop) => {
      let isOver = false;
      while (!isOver && !stop.aborted) {
        await acquire(election, stop);
        if (election.held !== undefined) isOver = await lead(election, work, stop);
      }
    },
  };
}

function isLeader({ held, clock, timing }: Election): boolean {
  return held !== undefined && elapsedMs(clock, held.since) < timing.renewDeadlineMs;
}

async function acquire(election: Election, stop: AbortSignal): Promise<void> {
  const { options, clock, timing } = election;
  let seen: SeenLease | undefined;
  while (!stop.aborted) {
    try {
      const attempt = await tryAcquire(election, seen);
      if ("held" in attempt) {
        election.held = attempt.held;
        return;
      }
      seen = attempt.seen;
    } catch (error) {
      options.log("warn", "the Lease could not be asked for and is asked for again", about(election, error));
    }
    await sleep(clock, timing.retryPeriodMs * (1 + retryJitter * options.random()), stop);
  }
}

/** True when the work is over for good: stopped, or ended by itself while leading. */
async function lead(election: Election, work: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<boolean> {
  const { options } = election;
  const [working, ended] = [new AbortController(), new AbortController()];
  const abort = (): void => working.abort();
  stop.addEventListener("abort", abort, { once: true });
  if (stop.aborted) abort();
  const renewing = renew(election, ended.signal).then(abort);
  let hasEnded = false;
  options.log("info", "leads", about(election));
  try {
    options.onStarted?.();
    await work(working.signal);
    hasEnded = !working.signal.aborted;
  } catch (error) {
    // What was interrupted may throw.
    if (!working.signal.aborted) throw error;
  } finally {
    stop.removeEventListener("abort", abort);
    ended.abort();
    await renewing;
    await resign(election);
  }
  return stop.aborted || hasEnded;
}

/** Renews until it is told to end, or the Lease is lost. */
async function renew(election: Election, ended: AbortSignal): Promise<void> {
  const { clock, timing } = election;
  while (!ended.aborted && isLeader(election)) {
    await sleep(clock, Math.min(timing.retryPeriodMs, leftMs(election)), ended);
    if (!ended.aborted && isLeader(election)) await renewOnce(election);
  }
}

/** Ends at the deadline at the latest, whatever the request does: an answer that comes later is no renewal. */
async function renewOnce(election: Election): Promise<void> {
  const { held, clock } = election;
  if (held === undefined) return;
  const answered = new AbortController();
  const trying = tryRenew(election, held)
    .then((renewed) => {
      if (election.held === held && isLeader(election)) election.held = renewed;
    })
    .catch((error: unknown) => {
      election.options.log("warn", "the Lease could not be renewed and is tried again", about(election, error));
    })
    .finally(() => answered.abort());
  await Promise.race([trying, sleep(clock, leftMs(election), answered.signal)]);
}

function leftMs({ held, clock, timing }: Election): number {
  return held === undefined ? 0 : Math.max(0, timing.renewDeadlineMs - elapsedMs(clock, held.since));
}

/** The end of one time in office. */
async function resign(election: Election): Promise<void> {
  const { held, options } = election;
  const wasLeader = isLeader(election);
  election.held = undefined;
  options.log(wasLeader ? "info" : "warn", wasLeader ? "leads no longer" : "lost the Lease", about(election));
  options.onStopped?.();
  if (!wasLeader || held === undefined) return;
  await releaseLease(election, held).catch((error: unknown) => {
    options.log("warn", "the Lease could not be given back; others wait until it ends", about(election, error));
  });
}

function about({ options }: Election, ...errors: readonly unknown[]): Readonly<Record<string, string>> {
  const { namespace, name } = options.lease;
  const error = errors.length === 0 ? {} : { error: errorText(errors[0]) };
  return { lease: `${namespace}/${name}`, identity: printable(options.identity), ...error };
}

/** A write that was not sent, because somebody else may lead by now. */
export class NoLongerLeader extends Error {}

/**
 * The same API server for work that only a leader may do: before every write it looks whether we still lead. A process
 * that was paused runs on in the middle of its work, before any timer or signal has told it.
 */
export function leaderOnly(api: RequestServer, leads: () => boolean): RequestServer {
  return {
    url: api.url,
    request: (request) => {
      if (request.method === "GET" || leads()) return api.request(request);
      return Promise.reject(new NoLongerLeader(`${request.method} ${request.path} was not sent: this process no longer leads`));
    },
    close: () => api.close(),
  };
}
