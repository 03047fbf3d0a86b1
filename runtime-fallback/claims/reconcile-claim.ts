import { type ApiServer, type RequestServer, ApiRejected } from "../kubernetes/api-server.ts";
import { findServed, servedVersions } from "../kubernetes/discovery/served-now.ts";
import { get } from "../kubernetes/get.ts";
import { isPathSegment, keyText, type ObjectKey, type ResourceId } from "../kubernetes/resource.ts";
import { keyOf, type StoredObject, isTerminating } from "../kubernetes/stored-object.ts";
import type { WriteLog } from "../controller/log.ts";
import { printable } from "../escape-text.ts";
import type { Again } from "../controller/reconcile-loop.ts";
import { compositeName, isBoundTo, ownPolicy, type DeletePolicy, type NamedKind, type ServedClaimKinds } from "./claim.ts";
import {
  addFinalizer,
  deleteInForeground,
  hasFinalizer,
  isAskedFor,
  isInBackground,
  rememberAsked,
  removeFinalizer,
} from "./claim-writes.ts";
import type { DeclaredClaim } from "./served-claim-kinds.ts";
import { isJsonObject } from "../../compiler/api/json.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { crossplaneGroups } from "../../compiler/api/usage-kinds.ts";

const definitions = { group: crossplaneGroups.apiextensions, version: "v1", resource: "compositeresourcedefinitions" };

/**
 * What a claim means that does not say: `spec.defaultCompositeDeletePolicy` of the definition of its composites, or
 * Background, where there is none. Rejects where the API server cannot tell.
 */
async function defaultPolicy(server: ApiServer, composite: GroupResource, signal: AbortSignal): Promise<DeletePolicy> {
  const name = `${composite.resource}.${composite.group}`;
  const definition = await getIfServed(server, { resource: definitions, name }, signal);
  const spec = definition?.["spec"];
  return isJsonObject(spec) && spec["defaultCompositeDeletePolicy"] === "Foreground" ? "Foreground" : "Background";
}

export interface ForegroundClaims {
  /** For reads. */
  readonly server: ApiServer;
  /** For writes: only as long as we lead. */
  readonly writer: RequestServer;
  readonly declared: DeclaredClaim;
  readonly kinds: ServedClaimKinds;
  /** How soon a composite that is on its override is looked at again. */
  readonly againMs: number;
  readonly log: WriteLog;
}

/**
 * Foreground deletion of a claim (Crossplane's "Foreground Cascading Deletion Support"): no reference leads
 * from a composite, which is in no Namespace, to its claim, so the claim keeps a finalizer of ours and the
 * composite is deleted in its stead.
 *
 * Everything is read anew and nothing is remembered, so another process can go on anywhere. A claim that was being
 * deleted before it got the finalizer is deleted as Crossplane does it. Where the kind of the composites is not served
 * there is nothing to wait for, and no claim gets it.
 */
export async function reconcileClaim(claims: ForegroundClaims, key: ObjectKey, signal: AbortSignal): Promise<Again> {
  const { server, writer, kinds } = claims;
  const claim = await get(server, kinds.claim, key, { signal });
  if (claim === undefined) return {};
  if (isTerminating(claim)) return hasFinalizer(claim) ? finish(claims, claim, signal) : {};
  const isForeground = await wantsForeground(claims, claim, signal);
  if (isForeground && kinds.composite !== undefined && !hasFinalizer(claim)) await addFinalizer(writer, kinds.claim, claim);
  if (!isForeground && hasFinalizer(claim)) await removeFinalizer(writer, kinds.claim, claim);
  // Nobody tells of a default that changes.
  return ownPolicy(claim) === undefined ? { again: undecidedAgainMs } : {};
}

/** Two reads for each claim that does not say: of some thousand, ten or twenty a second. */
const undecidedAgainMs = 300_000;

async function wantsForeground(
  { server, kinds, declared }: ForegroundClaims,
  claim: StoredObject,
  signal: AbortSignal,
): Promise<boolean> {
  return (ownPolicy(claim) ?? (await defaultPolicy(server, kinds.composite ?? declared.composite, signal))) === "Foreground";
}

/** The finalizer goes when the composite has gone, and where there is none to wait for. */
async function finish(claims: ForegroundClaims, claim: StoredObject, signal: AbortSignal): Promise<Again> {
  const { writer, kinds, againMs } = claims;
  const isForeground = await wantsForeground(claims, claim, signal);
  const kind = isForeground ? await kindOfComposite(claims, signal) : undefined;
  const composite = kind === undefined ? undefined : await findComposite(claims, { claim, kind }, signal);
  if (kind === undefined || composite === undefined) {
    await removeFinalizer(writer, kinds.claim, claim);
    return {};
  }
  if (!isTerminating(composite) || (isInBackground(composite) && !isAskedFor(claim, composite))) {
    await deleteInForeground(writer, kind, composite);
    await rememberAsked(writer, kinds.claim, { claim, composite });
  }
  return { again: againMs };
}

/**
 * Where it was not served a while ago it is asked for anew: a definition that was applied again has composites again.
 */
async function kindOfComposite(
  { server, kinds, declared }: ForegroundClaims,
  signal: AbortSignal,
): Promise<NamedKind | undefined> {
  return kinds.composite ?? (await findServed(server, declared.composite, { signal }));
}

interface Claiming {
  readonly claim: StoredObject;
  /** Of its composite. */
  readonly kind: NamedKind;
}

async function findComposite(
  { server, kinds: { claim: kindOfClaim }, log }: ForegroundClaims,
  { claim, kind }: Claiming,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  const kinds = { claim: kindOfClaim, composite: kind };
  const name = compositeName(claim, kinds);
  const composite =
    name === undefined || !isPathSegment(name) ? undefined : await getIfServed(server, { resource: kind, name }, signal);
  if (composite === undefined || isBoundTo(composite, claim, kinds)) return composite;
  log("warn", "a claim that is being deleted names a composite of another claim; that is left alone", {
    claim: printable(keyText(keyOf(claim))),
    composite: printable(composite.metadata.name),
  });
  return undefined;
}

/**
 * The object in no Namespace of that name; undefined also where the API server says that it
 * serves no such kind in any version.
 */
async function getIfServed(
  server: ApiServer,
  { resource, name }: { readonly resource: ResourceId; readonly name: string },
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  try {
    return await get(server, resource, { name }, { signal });
  } catch (error) {
    const mayBeUnknown = error instanceof ApiRejected && error.answer.status === 404;
    if (mayBeUnknown && (await servedVersions(server, resource)).length === 0) return undefined;
    throw error;
  }
}
