import { metadataOf, type JsonObject } from "../../compiler/api/json.ts";
import type { PolicyProgram, RulesModule } from "../../compiler/api/rules-module.ts";
import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import { ApiRejected, type ApiServer } from "../kubernetes/api-server.ts";
import { isTooLate, startDeadline, beforeAbort } from "../kubernetes/http/deadline.ts";
import { isPathSegment, resourceText } from "../kubernetes/resource.ts";
import type { ServedResource, DiscoveredVersion } from "../kubernetes/discovery/served-resource.ts";
import { boundedText, boundedName, printable } from "../escape-text.ts";
import type { AnswerDeadline } from "../webhook/deadline.ts";
import { type Decision, allowed, forbidden, type Route } from "../webhook/decision.ts";
import { inParallel } from "../in-parallel.ts";
import { type ProtectedObject, lookInto } from "./look-into.ts";
import { groupCovers, resourceCovers, type MatchEntry } from "../../compiler/api/coverage.ts";
import { discoverAll } from "../kubernetes/discovery/discovery.ts";
import { requireAllNamed } from "../kubernetes/discovery/registered-versions.ts";
import type { Clock } from "../clock.ts";
import { coversDeletesOf } from "../webhook/coverage.ts";
import { namespaces } from "../../compiler/api/resource.ts";

export interface NamespaceGuard {
  readonly server: ApiServer;
  readonly program: PolicyProgram;
  readonly clock: Clock;
}

/** Lists at once: more would only queue in the API server, where others wait, too (API Priority and Fairness). */
const maxAtOnce = 8;
/** A denial with more names helps nobody. */
const maxNamed = 10;
/** What is left for the answer when the look has to end. */
const answerMs = 500;
const maxOfReason = 1_000;

/**
 * Whether a Namespace may be deleted: not while it holds an object that the policy protects, by a look at each kind
 * that the policy means (ACK: "a live look at what the Namespace holds"). One protected object denies, whatever
 * else could not be read; nothing is let through unless every kind was read to its end. What comes into the
 * Namespace after the look is not seen.
 */
export async function decideNamespace(
  guard: NamespaceGuard,
  request: AdmissionReviewRequest,
  deadline: AnswerDeadline,
): Promise<Decision> {
  const metadata = metadataOf(request.oldObject);
  const namespace = nameOf(metadata);
  if (metadata["deletionTimestamp"] !== undefined) return allowed();
  const time = startDeadline(guard.clock, Math.max(0, deadline.remainingMs() - answerMs), deadline.signal);
  try {
    const looked = await lookAround({ ...guard, request, namespace }, time.signal);
    return answer(looked, { namespace, policy: guard.program.policy, isLate: isLate(time.signal) });
  } catch (error) {
    if (isLate(time.signal)) return tooLate(namespace, "what is served was not known in time");
    throw error;
  } finally {
    time.release();
  }
}

interface Looked {
  readonly kinds: readonly ServedResource[];
  readonly results: readonly (PromiseSettledResult<ProtectedObject | undefined> | undefined)[];
}

async function lookAround(look: Parameters<typeof lookInto>[0], signal: AbortSignal): Promise<Looked> {
  const kinds = await servedContentKinds(look.server, look.program.match, signal);
  let found = 0;
  const results = await inParallel(kinds, { most: maxAtOnce, signal }, async (kind) => {
    if (found >= maxNamed) return undefined;
    const kept = await lookInto(look, kind, signal);
    if (kept !== undefined) found += 1;
    return kept;
  });
  return { kinds, results };
}

interface About {
  readonly namespace: string;
  readonly policy: string;
  readonly isLate: boolean;
}

function answer({ kinds, results }: Looked, { namespace, policy, isLate: late }: About): Decision {
  const kept = results.flatMap((result) => (result?.status === "fulfilled" ? (result.value ?? []) : []));
  const [first] = kept;
  if (first !== undefined) return holds(namespace, policy, [first, ...kept.slice(1, maxNamed)]);
  const open = kinds.filter((_, at) => results[at]?.status !== "fulfilled");
  if (open.length === 0) return allowed();
  const forbiddenGroups = groupsOf(kinds.filter((_, at) => isForbidden(results[at])));
  if (forbiddenGroups.length > 0) return notGranted(namespace, policy, forbiddenGroups);
  if (late) return tooLate(namespace, `${open.length} of ${kinds.length} kinds were not read in time`);
  const reasons = results.flatMap((result) => (result?.status === "rejected" ? [String(result.reason)] : []));
  throw new Error(`Namespace ${namespace}: ${open.map(resourceText).join(", ")} could not be listed: ${reasons[0] ?? "aborted"}`);
}

function holds(namespace: string, policy: string, kept: readonly [ProtectedObject, ...ProtectedObject[]]): Decision {
  const names = kept.map(({ kind, name }) => `${boundedName(kind)} ${boundedName(name)}`).join(", ");
  const rest = kept.length === maxNamed ? " and maybe more" : "";
  return forbidden(
    `namespaceGuard: Namespace ${boundedName(namespace)} holds ${names}${rest}, protected against deletion by ${policy}. What is protected in ` +
      `it comes first. Of ${boundedName(kept[0].name)} it says: ${boundedText(kept[0].why, maxOfReason)}`,
  );
}

/** RBAC has no patterns of groups: of one that nobody has named it is unknown what is in the Namespace. */
function notGranted(namespace: string, policy: string, groups: readonly string[]): Decision {
  const [named, rest] = [groups.slice(0, maxNamed), groups.length > maxNamed ? ", ..." : ""];
  const list = named.map((group) => JSON.stringify(boundedName(group))).join(", ");
  return forbidden(
    `namespaceGuard: whether Namespace ${boundedName(namespace)} holds something that ${policy} protects is not known: the webhook may not list ` +
      `${named.map(boundedName).join(", ")}${rest}. Write into the declaration of the fallback: namespaceContents: { groups: [..., ${list}${rest}] }, ` +
      `compile, and apply fallback/`,
  );
}

const isForbidden = (result: Looked["results"][number]): boolean =>
  result?.status === "rejected" && result.reason instanceof ApiRejected && result.reason.answer.status === 403;

const groupsOf = (kinds: readonly ServedResource[]): readonly string[] =>
  [...new Set(kinds.map(({ group }) => group))].toSorted();

function tooLate(namespace: string, what: string): Decision {
  return forbidden(
    `namespaceGuard: whether Namespace ${boundedName(namespace)} holds something protected could not be found out: ${what}. Try again; ` +
      `or delete what is in it first`,
  );
}

/** Of a Namespace without a name nobody could say what it holds. */
function nameOf({ name }: JsonObject): string {
  if (typeof name === "string" && isPathSegment(name)) return name;
  throw new Error("the review holds no Namespace: it has no name");
}

/** The caller's going away is no lateness: nobody reads the answer. */
const isLate = (signal: AbortSignal): boolean => signal.aborted && isTooLate(signal);

/**
 * Every kind in Namespaces that a policy means, in one version each, as the API server serves them at this moment:
 * kinds come and go, and what was remembered would overlook one. Rejects where a group that is meant cannot be asked,
 * and where a kind cannot be listed.
 */
export async function servedContentKinds(
  server: ApiServer,
  match: readonly MatchEntry[],
  signal: AbortSignal,
): Promise<readonly ServedResource[]> {
  const all = await beforeAbort(discoverAll(server), signal);
  const isMeantGroup = (group: string): boolean => match.some((entry) => groupCovers(entry.group, group));
  await requireAllNamed(server, all, { isMeant: isMeantGroup, signal });
  const meant = all.filter(({ group }) => isMeantGroup(group));
  const kinds = meant.flatMap(resourcesOf).filter((kind) => kind.isNamespaced && isMeant(kind, match) && isStored(kind));
  const byKind = Map.groupBy(kinds, resourceText);
  return [...byKind.values()].map((versions) => {
    const chosen = versions.find(({ version }) => match.some((entry) => entry.version === version)) ?? versions[0];
    return requireList(chosen as ServedResource);
  });
}

function resourcesOf({ group, version, resources }: DiscoveredVersion): readonly ServedResource[] {
  if (resources !== undefined) return resources;
  throw new Error(printable(`the API server of ${group}/${version} cannot be asked what it serves`));
}

function isMeant({ group, resource }: ServedResource, match: readonly MatchEntry[]): boolean {
  return match.some((entry) => groupCovers(entry.group, group) && resourceCovers(entry.resource, resource));
}

/** A LocalSubjectAccessReview is answered, and not kept. */
function isStored({ verbs }: ServedResource): boolean {
  return verbs.includes("delete") || verbs.includes("deletecollection");
}

function requireList(kind: ServedResource): ServedResource {
  if (kind.verbs.includes("list")) return kind;
  throw new Error(printable(`${resourceText(kind)} can be deleted and not listed, so it is unknown what there is of it`));
}

/** A path for each policy whose objects keep their Namespace. */
export function namespaceRoutes({ policies }: Pick<RulesModule, "policies">, server: ApiServer, clock: Clock): readonly Route[] {
  return policies.map((program) => ({
    path: program.path,
    rule: `${program.policy} namespaces`,
    covers: coversDeletesOf([namespaces]),
    decide: ({ request }, { deadline }) => decideNamespace({ server, program, clock }, request, deadline),
  }));
}
