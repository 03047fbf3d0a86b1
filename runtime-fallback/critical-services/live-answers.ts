import { ApiRejected, type ApiServer } from "../kubernetes/api-server.ts";
import { findFirst, list } from "../kubernetes/list.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import { get } from "../kubernetes/get.ts";
import { textsOf } from "../../compiler/api/json.ts";
import { type ObjectKey, keyText } from "../kubernetes/resource.ts";
import { type GroupResource, resourceName } from "../../compiler/api/resource.ts";
import { criticalServiceResource } from "../../compiler/api/critical-services.ts";
import type { ServedResource } from "../kubernetes/discovery/served-resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { type CriticalService, decodeCriticalService } from "./critical-service.ts";

/** A resource in its plural, and one object of it. */
export interface ExampleObject {
  readonly resource: string;
  /** `shop/web` */
  readonly key: string;
}

/** What is asked for cannot be: of what is in namespaces none is named, or the other way round. */
export interface Misplaced {
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** The API server says clearly that there is no such resource. */
export type NotServed = "not served";

/** The webhook has no right to read that resource, and so cannot know. */
export class NotReadable extends Error {
  override readonly name = "NotReadable";
  readonly resource: string;

  constructor(resource: string, denial: ApiRejected) {
    super(denial.message, { cause: denial });
    this.resource = resource;
  }
}

/** What the API server stores now. All of it rejects where that cannot be known. */
export interface LiveAnswers {
  services(signal: AbortSignal): Promise<readonly CriticalService[]>;
  /** One object of that resource that carries the finalizer; undefined: none does. */
  carrier(resource: GroupResource, finalizerName: string, signal: AbortSignal): Promise<ExampleObject | NotServed | undefined>;
  /** The object, where it exists; undefined: it does not. */
  find(resource: GroupResource, key: ObjectKey, signal: AbortSignal): Promise<ExampleObject | Misplaced | NotServed | undefined>;
}

/** Nothing is remembered, not even what is served: a kind that has just been made is seen. */
export function serviceAnswers(server: ApiServer): LiveAnswers {
  return {
    services: async (signal) =>
      (await list(server, { resource: criticalServiceResource }, { signal })).items.map(decodeCriticalService),
    carrier: whileServed(server, async (served, finalizerName, signal) => {
      const query = { resource: served, metadataOnly: true };
      const wanted = ({ metadata }: StoredObject): boolean => textsOf(metadata["finalizers"]).includes(finalizerName);
      const found = await findFirst(server, query, { signal, wanted }).catch(saying(served));
      return found === undefined ? undefined : { resource: resourceName(served), key: keyText(found.metadata) };
    }),
    find: whileServed(server, async (served, key, signal) => {
      const { isNamespaced } = served;
      if (isNamespaced !== (key.namespace !== undefined)) return { resource: resourceName(served), isNamespaced };
      const found = await get(server, served, key, { signal }).catch(saying(served));
      return found === undefined ? undefined : { resource: resourceName(served), key: keyText(key) };
    }),
  };
}

/**
 * Asks about a resource where it is served. A definition may go between one request and the next: after a 404 all is
 * asked once more, so that only a server that says clearly "no such resource" is believed.
 */
function whileServed<Argument, Answer>(
  server: ApiServer,
  ask: (served: ServedResource, argument: Argument, signal: AbortSignal) => Promise<Answer>,
) {
  const once = async (resource: GroupResource, argument: Argument, signal: AbortSignal): Promise<Answer | NotServed> => {
    const served = await findServed(server, resource, { signal });
    return served === undefined ? "not served" : ask(served, argument, signal);
  };
  return (resource: GroupResource, argument: Argument, signal: AbortSignal): Promise<Answer | NotServed> =>
    once(resource, argument, signal).catch((error: unknown) => {
      if (!(error instanceof ApiRejected) || error.answer.status !== 404) throw error;
      return once(resource, argument, signal);
    });
}

function saying(served: ServedResource): (error: unknown) => never {
  return (error) => {
    const isForbidden = error instanceof ApiRejected && error.answer.status === 403;
    throw isForbidden ? new NotReadable(resourceName(served), error) : error;
  };
}
