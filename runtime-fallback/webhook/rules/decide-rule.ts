import { type ClusterAnswers, type ClusterQuery, isMeant } from "../../../compiler/api/cluster-query.ts";
import type { Enforcement } from "../../../compiler/api/enforcement.ts";
import type { Finding, BundledRule, RulesModule } from "../../../compiler/api/rules-module.ts";
import type { AdmissionReviewRequest, Input, Reviewed } from "../../../compiler/api/admission-review.ts";
import { type Rest, TakesTooLong, bounded, longestRunMs } from "./bounded.ts";
import { inParallel } from "../../in-parallel.ts";
import type { AnswerDeadline } from "../deadline.ts";

/** Where a rule's queries are answered, with objects as plain JSON. */
export interface Lookups {
  /** From memory; undefined: it is not known there, or not known to be true any more. */
  readonly cached: (query: ClusterQuery) => readonly unknown[] | undefined;
  /** From the API server, now. Rejects where it does not answer, or denies: then nothing is known. */
  readonly live: (query: ClusterQuery, signal: AbortSignal) => Promise<readonly unknown[]>;
  /** The Namespace of that name, from the API server, now. */
  readonly namespace: (name: string, signal: AbortSignal) => Promise<unknown>;
  /** What time it is to the API server, in milliseconds since 1970: no clock of a replica decides. */
  readonly time: (signal: AbortSignal) => Promise<number>;
}

/** One rule, as one path asks for it. */
export interface AskedRule {
  readonly rule: BundledRule;
  readonly level: Enforcement;
  readonly Unanswered: RulesModule["Unanswered"];
  /** Of a rule that may take too long. */
  readonly rest?: Rest;
}

/** Reads at once for one review: all reviews share the connections to the API server. */
const atOnce = 4;

/** No evaluation asks more than 100 queries; a rule that goes on asking others each time is no rule. */
const maxReads = 1_000;

/**
 * What a rule says of a request. A denial may come from memory: the objects that it is about were there a moment ago,
 * and whoever wants to delete asks again. Nothing is let through that way: what admits a request has been read from
 * the API server after the request came. Rejects where that cannot be done in time, so that the failure
 * policy of the API server decides.
 */
export async function decideRule(
  asked: AskedRule,
  request: AdmissionReviewRequest,
  lookups: Lookups,
  deadline: Pick<AnswerDeadline, "signal">,
): Promise<readonly Finding[]> {
  const known = asked.rule.readsNamespace ? await withNamespace(request, lookups, deadline.signal) : { request };
  const reviewed: Asking = asked.rule.readsTime === true ? { ...known, now: await lookups.time(deadline.signal) } : known;
  const queries: ClusterQuery[] = [];
  const fromMemory = (query: ClusterQuery): Answer => {
    queries.push(query);
    return lookups.cached(query);
  };
  const { findings: said } = runWith(asked, reviewed, { answer: fromMemory, gather: 1 });
  if (said !== undefined && (queries.length === 0 || said.some(({ action }) => action === "deny"))) return said;
  const { signal } = deadline;
  const reads = new Map<string, PromiseSettledResult<readonly unknown[]>>();
  const answer = (query: ClusterQuery): Answer => {
    const read = reads.get(readKey(readFor(query)));
    if (read?.status === "rejected") return new NotAnswered(read.reason);
    return read?.value.filter((object) => isMeant(query, object));
  };
  let unread = said === undefined ? [] : firstReads(queries);
  while (reads.size < maxReads) {
    const found = await inParallel(unread, { most: atOnce, signal }, (read) => lookups.live(read, signal));
    signal.throwIfAborted();
    for (const [at, result] of found.entries()) if (result !== undefined) reads.set(readKey(unread[at] as ClusterQuery), result);
    // The rule is run a few times and not once for each: with 2,000 entries to iterate over a run takes milliseconds.
    const run = runWith(asked, reviewed, { answer, gather: Math.max(atOnce, reads.size) });
    if (run.findings !== undefined) return run.findings;
    unread = run.unread;
  }
  throw new Error(`rule ${asked.rule.rule} of ${asked.rule.policy} reads more than ${maxReads} times for one request`);
}

/**
 * What a rule has asked memory, it will ask again: as much of it is read as can be at once, before the rule is run to
 * learn what it asks. What it does not ask after all counts for nothing.
 */
function firstReads(queries: readonly ClusterQuery[]): readonly ClusterQuery[] {
  const first = new Map<string, ClusterQuery>();
  for (const read of queries.map(readFor)) {
    first.set(readKey(read), read);
    if (first.size === atOnce) break;
  }
  return [...first.values()];
}

/** Objects without a namespace have none; those of kind Namespace are not in themselves. */
async function withNamespace(request: AdmissionReviewRequest, lookups: Lookups, signal: AbortSignal): Promise<Reviewed> {
  const { namespace = "", resource } = request;
  const isNamespace = resource.group === "" && resource.resource === "namespaces";
  if (namespace === "" || isNamespace) return { request };
  return { request, namespaceObject: await lookups.namespace(namespace, signal) };
}

/** What the rule is told besides what it asks. */
type Asking = Reviewed & { readonly now?: number };

/** The read failed that would have told. */
class NotAnswered {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Undefined: it was not read yet. */
type Answer = readonly unknown[] | NotAnswered | undefined;

interface Known {
  readonly answer: (query: ClusterQuery) => Answer;
  /** After so many reads that are missing the rule is not run on. */
  readonly gather: number;
}

/** Findings, or what has to be read before there are any. */
type Run =
  | { readonly findings: readonly Finding[]; readonly unread: readonly [] }
  | { readonly findings?: undefined; readonly unread: readonly ClusterQuery[] };

/**
 * A query that has no answer yet is taken to find nothing, to learn what else the rule will ask: most ask until
 * something is found. What the rule says then counts for nothing. A read that failed counts only where every query
 * before it was answered: others may not come up at all.
 */
function runWith({ rule, level, Unanswered, rest }: AskedRule, reviewed: Asking, { answer, gather }: Known): Run {
  const unread = new Map<string, ClusterQuery>();
  let failed: NotAnswered | undefined;
  const cluster: ClusterAnswers = (query) => {
    const found = answer(query);
    if (found instanceof NotAnswered) {
      if (unread.size === 0) failed = found;
      throw new Unanswered("it could not be read");
    }
    if (found !== undefined) return found;
    const read = readFor(query);
    unread.set(readKey(read), read);
    if (unread.size >= gather) throw new Unanswered("not read yet");
    return [];
  };
  try {
    const input = { ...reviewed, cluster };
    const findings =
      rule.isByWebhook === true ? boundedRun(input, { rule, level, ...(rest && { rest }) }) : rule.run(input, level);
    if (unread.size === 0 && failed === undefined) return { findings, unread: [] };
  } catch (error) {
    if (failed === undefined && unread.size === 0) throw error;
  }
  // Also where the rule has caught the error: it has said nothing that counts.
  if (failed !== undefined) throw failed.reason;
  return { unread: [...unread.values()] };
}

/**
 * Where it takes too long it denies, and so it does for a while after, since somebody may have written the object to be
 * slow; unless an override is open: those are of the language, and bounded themselves.
 */
function boundedRun(input: Input, { rule, level, rest }: Pick<AskedRule, "rule" | "level" | "rest">): readonly Finding[] {
  const denied = (why: string): readonly Finding[] | undefined => rule.unevaluated?.(why, input, level);
  const resting =
    rest?.isOver() === false ? denied(`the rule took longer than ${longestRunMs} ms a moment ago; try again`) : undefined;
  if (resting !== undefined) return resting;
  try {
    return bounded(() => rule.run(input, level));
  } catch (error) {
    const late = error instanceof TakesTooLong ? denied(`the rule takes longer than ${longestRunMs} ms`) : undefined;
    if (late === undefined) throw error;
    rest?.begin();
    return late;
  }
}

/**
 * What is read to answer a query: all that the API server can choose by, and nothing that only the webhook looks
 * at. So queries that differ by an index, an owner or a UID are one read, and whatever an index is called, its
 * function is asked of every object.
 */
function readFor({ resource, which, viewOf }: ClusterQuery): ClusterQuery {
  const { namespace, name, labels } = which;
  const chosen = {
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(labels !== undefined && { labels }),
  };
  return { resource, which: chosen, viewOf };
}

/** The same text for the same read, in whatever order its labels are written. */
function readKey({ resource: { group, version, resource }, which }: ClusterQuery): string {
  const labels = Object.entries(which.labels ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([group, version, resource, which.namespace, which.name, labels]);
}
