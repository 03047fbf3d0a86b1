import { get } from "../../kubernetes/get.ts";
import { type JsonObject, textsOf } from "../../../compiler/api/json.ts";
import { isPathSegment } from "../../kubernetes/resource.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { type UsageCluster, isForbidden } from "./places.ts";
import type { UsageSnapshot } from "./seen.ts";
import type { Propagation } from "../plan/step.ts";
import { ownersOf, texts, type Usage } from "../usage.ts";

/** `waiting`: being deleted in the foreground, so that it goes after what it owns. */
type OwnerState = "standing" | "going" | "waiting" | "gone" | Unread;

/** Owners are of any kind, and the controller may read some of them. */
interface Unread {
  readonly why: string;
}

/**
 * How the garbage collector deletes the object as soon as it is let: it has owners, and none of them keeps it.
 * Undefined: it does not. What an owner waits for goes after its own dependents, too (kubernetes v1.37.1:
 * pkg/controller/garbagecollector, attemptToDeleteItem).
 */
export async function collectionOf(
  cluster: UsageCluster,
  object: StoredObject,
  signal: AbortSignal,
): Promise<Propagation | undefined> {
  const owners = ownersOf(object);
  const states = await Promise.all(owners.map((owner) => stateOf(cluster, object, { owner, signal })));
  if (states.length === 0 || states.some((state) => state !== "gone" && state !== "waiting")) return undefined;
  if (states.includes("waiting")) return "Foreground";
  const finalizers = textsOf(object.metadata["finalizers"]);
  if (finalizers.includes("orphan")) return "Orphan";
  return finalizers.includes("foregroundDeletion") ? "Foreground" : "Background";
}

/** The label of what a composite is made of. */
const composedLabel = "crossplane.io/composite";

/**
 * Whether a Usage that is being deleted goes because its composite goes. Where the composite stands, somebody took the
 * Usage out of it on purpose: it does not wait for its user then (crossplane#5880, #5962). The garbage collector may
 * have taken the reference away already. Where it is not known, the Usage waits: the user's end ends that, too.
 */
export async function lookAtComposite(
  cluster: UsageCluster,
  { object }: Usage,
  signal: AbortSignal,
): Promise<Pick<UsageSnapshot, "isDecomposing" | "compositeUnread">> {
  const known = (isDecomposing: boolean) => ({ isDecomposing, compositeUnread: undefined });
  if (texts(object.metadata["labels"])[composedLabel] === undefined) return known(false);
  const composite = ownersOf(object).find(({ controller }) => controller === true);
  if (composite === undefined) return known(true);
  const state = await stateOf(cluster, object, { owner: composite, signal });
  return typeof state === "string" ? known(state !== "standing") : { isDecomposing: true, compositeUnread: state.why };
}

async function stateOf(cluster: UsageCluster, object: StoredObject, query: OwnerQuery): Promise<OwnerState> {
  try {
    return await readState(cluster, object, query);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return { why: `the controller has no right to it (usages.composites): ${error.message}` };
  }
}

interface OwnerQuery {
  readonly owner: JsonObject;
  readonly signal: AbortSignal;
}

async function readState(
  { api, discovery }: UsageCluster,
  { metadata }: StoredObject,
  { owner, signal }: OwnerQuery,
): Promise<OwnerState> {
  const { apiVersion, kind, name, uid } = owner;
  const [group = "", version] = String(apiVersion).split("/");
  const found = await discovery.findKind({ group: version === undefined ? "" : group, kind: String(kind) });
  if (found.state === "unknown") return { why: found.why };
  if (found.state !== "served" || typeof name !== "string" || !isPathSegment(name)) return "standing";
  const { isNamespaced } = found.resource;
  if (isNamespaced && metadata.namespace === undefined) return "standing";
  const key = isNamespaced && metadata.namespace !== undefined ? { namespace: metadata.namespace, name } : { name };
  const stored = await get(api, found.resource, key, { signal });
  if (stored === undefined || stored.metadata.uid !== uid) return "gone";
  return stateOfStored(stored);
}

/** Whether somebody deletes it in the foreground, so that it waits for what it owns and says that it may block it. */
export function waitsFor(owner: StoredObject, owned: StoredObject): boolean {
  const isBlocked = ownersOf(owned).some((one) => one["uid"] === owner.metadata.uid && one["blockOwnerDeletion"] === true);
  return isBlocked && stateOfStored(owner) === "waiting";
}

function stateOfStored({ metadata }: StoredObject): OwnerState {
  if (metadata["deletionTimestamp"] === undefined) return "standing";
  return textsOf(metadata["finalizers"]).includes("foregroundDeletion") ? "waiting" : "going";
}
