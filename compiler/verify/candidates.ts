import { NotEvaluatedHere } from "../simulator/admission/index.ts";
import { isPathSegment } from "../../runtime-fallback/kubernetes/resource.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { isJsonObject } from "../api/json.ts";
import type { TestedObject } from "../simulator/testing/request-description.ts";
import { DeleteInputs, type DeletableObject } from "./delete-input.ts";
import type { DenyingPolicy } from "./denying-policy.ts";
import type { Endpoint } from "./endpoint/endpoint.ts";
import { NotListed, maxObjects, listedObjects } from "./object-pages.ts";
import type { Obstacles } from "./obstacles.ts";

/** An object that the policy should keep. */
export interface DeleteCandidate extends DeletableObject {
  /** Why it is not known here whether the policy denies its delete; undefined: it does. */
  readonly doubt: string | undefined;
}

/** Nobody needs many of which nothing is known. */
const maxDoubtful = 5;

/** The objects whose deletes the policy denies to this user, those that cannot be evaluated here last. */
export async function* candidates(
  denying: DenyingPolicy,
  kinds: readonly ServedResource[],
  around: { readonly endpoint: Endpoint; readonly obstacles: Obstacles },
): AsyncGenerator<DeleteCandidate> {
  const { endpoint } = around;
  const inputs = new DeleteInputs(denying, endpoint);
  const doubtful: DeleteCandidate[] = [];
  for (const resource of kinds) {
    for await (const stored of storedObjects(resource, denying.labelSelector, around)) {
      const candidate = await judge(stored, { denying, inputs, endpoint });
      if (candidate === undefined) continue;
      if (candidate.doubt === undefined) yield candidate;
      else if (doubtful.length < maxDoubtful) doubtful.push(candidate);
    }
  }
  yield* doubtful;
}

async function* storedObjects(
  resource: ServedResource,
  labelSelector: string,
  { endpoint, obstacles }: { readonly endpoint: Endpoint; readonly obstacles: Obstacles },
): AsyncGenerator<DeletableObject> {
  const untouchable = await endpoint.whyUntouchable(resource.group, resource.version);
  if (untouchable !== undefined) {
    obstacles.add(untouchable);
    return;
  }
  let seen = 0;
  try {
    for await (const object of listedObjects(resource, endpoint.client, labelSelector)) {
      seen += 1;
      const stored = asStored(object, resource);
      if (stored !== undefined) yield stored;
    }
  } catch (error) {
    if (!(error instanceof NotListed)) throw error;
    obstacles.add(error.message);
  } finally {
    obstacles.lookedAt(seen, seen >= maxObjects);
  }
}

/** Nothing is tried on what is being deleted: there is nothing left to deny. */
function asStored(object: TestedObject, resource: ServedResource): DeletableObject | undefined {
  const metadata = { ...object.metadata };
  if (!isJsonObject(metadata) || metadata["deletionTimestamp"] !== undefined) return undefined;
  const { name, uid, resourceVersion } = metadata;
  // The path would be that of the collection, or of something else.
  if (typeof name !== "string" || !isPathSegment(name)) return undefined;
  if (typeof uid !== "string" || typeof resourceVersion !== "string") return undefined;
  return { object: { ...object, metadata }, resource, preconditions: { uid, resourceVersion } };
}

interface Judging {
  readonly denying: DenyingPolicy;
  readonly inputs: DeleteInputs;
  readonly endpoint: Endpoint;
}

async function judge(stored: DeletableObject, { denying, inputs, endpoint }: Judging): Promise<DeleteCandidate | undefined> {
  try {
    const input = await inputs.of(stored);
    const { denial } = await endpoint.rights.evaluate((authorizer) => denying.evaluate({ ...input, authorizer }));
    return denial === undefined ? undefined : { ...stored, doubt: undefined };
  } catch (error) {
    if (error instanceof NotEvaluatedHere) return { ...stored, doubt: whyNotEvaluated(error) };
    throw error;
  }
}

/** Without the advice that is for tests. */
export function whyNotEvaluated({ message }: NotEvaluatedHere): string {
  return message.replace("not evaluated here, use --server: ", "not evaluated here: ");
}
