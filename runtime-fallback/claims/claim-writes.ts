import { finalizerNames } from "../../compiler/api/names.ts";
import { type ApiAnswer, type ApiRequest, type RequestServer, mergePatch } from "../kubernetes/api-server.ts";
import { isJsonObject, type JsonObject } from "../../compiler/api/json.ts";
import { keyText, objectPath } from "../kubernetes/resource.ts";
import { keyOf, type StoredObject } from "../kubernetes/stored-object.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import { printable } from "../escape-text.ts";
import type { NamedKind } from "./claim.ts";

const { foregroundClaim } = finalizerNames;

export function hasFinalizer(claim: StoredObject): boolean {
  return finalizersOf(claim).includes(foregroundClaim);
}

/**
 * Deleted in the background, and kept by somebody's finalizer: what it owns is still there, and a second delete turns
 * it into one in the foreground (kubernetes: registry/generic/registry/store.go,
 * deletionFinalizersForGarbageCollection). Who wanted orphans gets them.
 */
export function isInBackground(composite: StoredObject): boolean {
  const finalizers = finalizersOf(composite);
  return !finalizers.includes("foregroundDeletion") && !finalizers.includes("orphan");
}

/** The UID of the composite that was deleted in the foreground for the claim. */
const askedFor = "claims.holdfast.dev/foreground-asked";

/**
 * Once: the garbage collector takes its finalizer off when it is through, and another delete would have it begin anew.
 */
export function isAskedFor({ metadata: { annotations } }: StoredObject, composite: StoredObject): boolean {
  return isJsonObject(annotations) && annotations[askedFor] === composite.metadata.uid;
}

/** Since when a claim waits for its composite, in milliseconds since 1970; undefined where it does not. */
export function waitingSince(claim: StoredObject): number | undefined {
  const at = claim.metadata["deletionTimestamp"];
  return typeof at === "string" && hasFinalizer(claim) ? Date.parse(at) : undefined;
}

/** Only on what is not being deleted: the API server takes no new finalizers after that. */
export function addFinalizer(api: RequestServer, kind: NamedKind, claim: StoredObject): Promise<void> {
  return writeFinalizers({ api, kind, claim }, [...finalizersOf(claim), foregroundClaim]);
}

export function removeFinalizer(api: RequestServer, kind: NamedKind, claim: StoredObject): Promise<void> {
  const others = finalizersOf(claim).filter((name) => name !== foregroundClaim);
  return writeFinalizers({ api, kind, claim }, others);
}

/**
 * Foreground: the composite stays until everything that it owns, and that blocks it, is gone. With its UID, so that a
 * composite which was made anew under the name since then stays.
 */
export async function deleteInForeground(api: RequestServer, kind: NamedKind, composite: StoredObject): Promise<void> {
  const request: ApiRequest = {
    method: "DELETE",
    path: objectPath(kind, keyOf(composite)),
    body: {
      apiVersion: "v1",
      kind: "DeleteOptions",
      propagationPolicy: "Foreground",
      preconditions: { uid: composite.metadata.uid },
    },
  };
  await write(api, request, `${kind.kind} ${printable(keyText(keyOf(composite)))}`);
}

export async function rememberAsked(
  api: RequestServer,
  kind: NamedKind,
  { claim, composite }: { readonly claim: StoredObject; readonly composite: StoredObject },
): Promise<void> {
  const { resourceVersion } = claim.metadata;
  const metadata = { resourceVersion, annotations: { [askedFor]: composite.metadata.uid } };
  await writeClaim({ api, kind, claim }, metadata);
}

interface Claimed {
  readonly api: RequestServer;
  readonly kind: NamedKind;
  readonly claim: StoredObject;
}

/** The version says that the list is the one that was read: nobody else's finalizer is lost. */
async function writeFinalizers(of: Claimed, finalizers: readonly string[]): Promise<void> {
  await writeClaim(of, { resourceVersion: of.claim.metadata.resourceVersion, finalizers });
}

async function writeClaim({ api, kind, claim }: Claimed, metadata: JsonObject): Promise<void> {
  const request: ApiRequest = {
    method: "PATCH",
    path: objectPath(kind, keyOf(claim)),
    contentType: mergePatch,
    body: { metadata },
  };
  await write(api, request, `${kind.kind} ${printable(keyText(keyOf(claim)))}`);
}

/** What is gone meanwhile needs no write. */
async function write(api: RequestServer, request: ApiRequest, what: string): Promise<ApiAnswer> {
  const answer = await api.request(request);
  if ((answer.status >= 200 && answer.status < 300) || answer.status === 404) return answer;
  throw answerProblem(request, answer, { what });
}

function finalizersOf({ metadata }: StoredObject): readonly string[] {
  const { finalizers } = metadata;
  return Array.isArray(finalizers) ? finalizers.filter((name) => typeof name === "string") : [];
}
