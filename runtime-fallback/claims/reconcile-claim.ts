import type { ApiServer, RequestServer } from "../api/api-server.ts";
import { get } from "../api/get.ts";
import { isPathSegment, keyText, type ObjectKey } from "../api/resource.ts";
import { keyOf, type StoredObject } from "../api/stored-object.ts";
import type { Log } from "../controller/log.ts";
import { printable } from "../visible-text.ts";
import type { Again } from "../controller/reconcile-loop.ts";
import { compositeName, isBoundTo, isTerminating, ownPolicy } from "./claim.ts";
import type { ClaimKinds } from "./claim-kinds.ts";
import { addFinalizer, deleteInForeground, hasFinalizer, removeFinalizer } from "./claim-writes.ts";
import { defaultPolicy } from "./default-policy.ts";
import { getIfServed } from "./get-if-served.ts";

export interface ForegroundClaims {
  /** For reads. */
  readonly server: ApiServer;
  /** For writes: only as long as we lead. */
  readonly writer: RequestServer;
  readonly kinds: ClaimKinds;
  /** How soon a composite that is on its way out is looked at again. */
  readonly againMs: number;
  readonly log: Log;
}

/**
 * Foreground deletion of a claim (Crossplane's "Foreground Cascading Deletion Support"): no reference leads from a composite, which is in no
 * Namespace, to its claim, so the claim keeps a finalizer of ours and the composite is deleted in its stead.
 *
 * Everything is read anew and nothing is remembered, so another process can go on anywhere. A claim that was being deleted before
 * it got the finalizer is deleted as Crossplane does it.
 */
export async function reconcileClaim(claims: ForegroundClaims, key: ObjectKey, signal: AbortSignal): Promise<Again> {
  const { server, writer, kinds } = claims;
  const claim = await get(server, kinds.claim, key, { signal });
  if (claim === undefined) return {};
  if (isTerminating(claim)) return hasFinalizer(claim) ? finish(claims, claim, signal) : {};
  const isForeground = await wantsForeground(claims, claim, signal);
  if (isForeground && !hasFinalizer(claim)) await addFinalizer(writer, kinds.claim, claim);
  if (!isForeground && hasFinalizer(claim)) await removeFinalizer(writer, kinds.claim, claim);
  return {};
}

async function wantsForeground({ server, kinds }: ForegroundClaims, claim: StoredObject, signal: AbortSignal): Promise<boolean> {
  return (ownPolicy(claim) ?? (await defaultPolicy(server, kinds, signal))) === "Foreground";
}

/** The finalizer goes when the composite has gone, and where there is none to wait for. */
async function finish(claims: ForegroundClaims, claim: StoredObject, signal: AbortSignal): Promise<Again> {
  const { writer, kinds, againMs } = claims;
  const isForeground = await wantsForeground(claims, claim, signal);
  const composite = isForeground ? await findComposite(claims, claim, signal) : undefined;
  if (composite === undefined) {
    await removeFinalizer(writer, kinds.claim, claim);
    return {};
  }
  // One that is being deleted in the background already stays so: there is nothing to undo, and the claim waits for it all the same.
  if (!isTerminating(composite)) await deleteInForeground(writer, kinds.composite, composite);
  return { again: againMs };
}

async function findComposite(
  { server, kinds, log }: ForegroundClaims,
  claim: StoredObject,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  const name = compositeName(claim, kinds);
  const composite =
    name === undefined || !isPathSegment(name)
      ? undefined
      : await getIfServed(server, { resource: kinds.composite, name }, signal);
  if (composite === undefined || isBoundTo(composite, claim, kinds)) return composite;
  log("warn", "a claim that is being deleted names a composite of another claim; that is left alone", {
    claim: printable(keyText(keyOf(claim))),
    composite: printable(composite.metadata.name),
  });
  return undefined;
}
