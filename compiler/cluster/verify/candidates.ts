import { NotEvaluatedHere, type AdmissionInput, type UntypedObject, deleteOf } from "../../simulator/admission/index.ts";
import { isPathSegment } from "../../../runtime-fallback/kubernetes/resource.ts";
import { isJsonObject } from "../../api/json.ts";
import { resourceName } from "../../api/resource.ts";
import { endOf, unprotectionOf } from "../../api/unprotection.ts";
import { NotListed, maxObjects, listedObjects, selectorText } from "./object-pages.ts";
import type { Obstacles } from "./obstacles.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { TestedObject } from "../../simulator/testing/request-description.ts";
import { type DeletePreconditions, propagationPolicy } from "./asking-client.ts";
import type { DenyingPolicy } from "./denying-policy.ts";
import type { Endpoint } from "./endpoint/endpoint.ts";

/** An object that the policy should keep. */
export interface DeleteCandidate extends DeletableObject {
  /** Why it is not known here whether the policy denies its delete; undefined: it does. */
  readonly doubt: string | undefined;
}

/** Nobody needs many of which nothing is known. */
const maxDoubtful = 5;

interface Around {
  readonly endpoint: Endpoint;
  readonly obstacles: Obstacles;
  /** Whether no other candidate is wanted. */
  readonly isProven: () => boolean;
}

/**
 * The objects whose deletes the policy denies to this user, those that cannot be evaluated here last. Once it is proven
 * the policy is asked about objects alone that should not be open any more.
 */
export async function* candidates(
  denying: DenyingPolicy,
  kinds: readonly ServedResource[],
  around: Around,
): AsyncGenerator<DeleteCandidate> {
  const { endpoint } = around;
  const inputs = new DeleteInputs(denying, endpoint);
  const doubtful: DeleteCandidate[] = [];
  for (const resource of kinds) {
    for await (const stored of storedObjects(resource, denying.labelSelector, around)) {
      const over = expiredAt(stored);
      if (over === undefined && around.isProven()) continue;

      const candidate = await judge(stored, { denying, inputs, endpoint });
      if (candidate === undefined) addExpired(stored, over, around.obstacles);
      else if (candidate.doubt === undefined) yield candidate;
      else if (doubtful.length < maxDoubtful) doubtful.push(candidate);
    }
  }
  yield* doubtful;
}

/** When the time of `holdfast unprotect` was over; undefined where it is not. */
function expiredAt({ object }: DeletableObject): string | undefined {
  const { until = "" } = unprotectionOf({ metadata: object.metadata }) ?? {};
  const end = endOf(until);
  return end === undefined || end > Date.now() ? undefined : until;
}

/** An object that would be protected, had somebody taken it back in time. */
function addExpired({ object, resource }: DeletableObject, until: string | undefined, obstacles: Obstacles): void {
  if (until === undefined) return;
  const { name = "", namespace } = object.metadata;
  const target = `${resourceName(resource)}/${name}${namespace === undefined ? "" : ` -n ${namespace}`}`;
  obstacles.addOpen(`the time of \`holdfast unprotect\` was over at ${until}: holdfast unprotect ${target} --undo`);
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

/** An object of the cluster whose delete may be tried. */
interface DeletableObject {
  readonly object: UntypedObject;
  readonly resource: ServedResource;
  readonly preconditions: DeletePreconditions;
}

/** Builds what admission sees of the delete of a stored object, as `AskingClient` tries it. */
class DeleteInputs {
  readonly #denying: DenyingPolicy;
  readonly #endpoint: Endpoint;
  #params: Promise<readonly TestedObject[]> | undefined;

  constructor(denying: DenyingPolicy, endpoint: Endpoint) {
    this.#denying = denying;
    this.#endpoint = endpoint;
  }

  /** Throws `NotEvaluatedHere` where something is not known that could decide. */
  async of({ object, resource, preconditions }: DeletableObject): Promise<AdmissionInput> {
    const { group, version, resource: plural } = resource;
    const { namespace } = object.metadata;
    const input = deleteOf(object, {
      resource: { group, version, resource: plural },
      dryRun: true,
      options: { preconditions, propagationPolicy },
      ...(namespace !== undefined && { namespaceObject: await this.#endpoint.namespace(namespace) }),
    });
    const request = { ...input.request, userInfo: this.#endpoint.asker };
    return { ...input, request, contents: await this.#contents(request.namespace) };
  }

  /** What the policy looks up besides, where it does: all of it, since the API server selects by label anyway. */
  async #contents(namespace: string | undefined): Promise<readonly TestedObject[]> {
    if (this.#denying.policy.paramKind === undefined) return [];
    this.#params ??= this.#readParams(this.#denying.policy.paramKind);
    return (await this.#params).filter(({ metadata }) => metadata?.namespace === undefined || metadata.namespace === namespace);
  }

  async #readParams({
    apiVersion,
    kind,
  }: {
    readonly apiVersion: string;
    readonly kind: string;
  }): Promise<readonly TestedObject[]> {
    const { client, discovery } = this.#endpoint;
    const served = await discovery.resourcesOrWhy(apiVersion);
    if (typeof served === "string") throw new NotEvaluatedHere(`objects of ${kind}: ${served}`);
    const resource = served.find((one) => one.kind === kind);
    if (resource === undefined) throw new NotEvaluatedHere(`objects of ${kind} (${apiVersion}), which is not served`);
    try {
      const found: TestedObject[] = [];
      for await (const object of listedObjects(resource, client, labelsOf(this.#denying))) found.push(object);
      return found;
    } catch (error) {
      if (error instanceof NotListed) throw new NotEvaluatedHere(`objects of ${kind}: ${error.message}`);
      throw error;
    }
  }
}

/**
 * Where several bindings select, all objects are read; which of them counts is looked at when the policy is evaluated.
 */
function labelsOf({ bindings }: DenyingPolicy): string {
  const [binding] = bindings;
  return bindings.length === 1 ? selectorText(binding?.params ?? {}) : "";
}
