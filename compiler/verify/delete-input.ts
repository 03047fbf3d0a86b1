import { type AdmissionInput, type UntypedObject, NotEvaluatedHere, deleteOf } from "../simulator/admission/index.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { TestedObject } from "../simulator/testing/request-description.ts";
import { type DeletePreconditions, propagationPolicy } from "./asking-client.ts";
import type { DenyingPolicy } from "./denying-policy.ts";
import type { Endpoint } from "./endpoint/endpoint.ts";
import { NotListed, listedObjects, selectorText } from "./object-pages.ts";

/** An object of the cluster whose delete may be tried. */
export interface DeletableObject {
  readonly object: UntypedObject;
  readonly resource: ServedResource;
  readonly preconditions: DeletePreconditions;
}

/** Builds what admission sees of the delete of a stored object, as `AskingClient` tries it. */
export class DeleteInputs {
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

/** Where several bindings select, all objects are read; which of them counts is looked at when the policy is evaluated. */
function labelsOf({ bindings }: DenyingPolicy): string {
  const [binding] = bindings;
  return bindings.length === 1 ? selectorText(binding?.params ?? {}) : "";
}
