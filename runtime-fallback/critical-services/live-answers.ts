import type { ApiServer } from "../api/api-server.ts";
import { findFirst } from "../api/find-first.ts";
import { findServed } from "../api/find-served.ts";
import { get } from "../api/get.ts";
import { textsOf } from "../api/json-object.ts";
import { list } from "../api/list.ts";
import { type GroupResource, type ObjectKey, keyText } from "../api/resource.ts";
import type { ServedResource } from "../api/served-resource.ts";
import { criticalServices } from "../../compiler/fallback/critical-services.ts";
import { type CriticalService, decodeCriticalService } from "./critical-service.ts";

/** A resource in its plural, and one object of it. */
export interface Example {
  readonly resource: string;
  /** `shop/web` */
  readonly key: string;
}

/** What is asked for cannot be: of what is in namespaces none is named, or the other way round. */
export interface Misplaced {
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** What the API server stores now. All of it rejects where that cannot be known. */
export interface LiveAnswers {
  services(signal: AbortSignal): Promise<readonly CriticalService[]>;
  /** One object of that resource that carries the finalizer; undefined: none does, or there is no such resource. */
  carrier(resource: GroupResource, finalizerName: string, signal: AbortSignal): Promise<Example | undefined>;
  /** The object, where it exists; undefined: it does not, or there is no such resource. */
  find(resource: GroupResource, key: ObjectKey, signal: AbortSignal): Promise<Example | Misplaced | undefined>;
}

/** Nothing is remembered, not even what is served: a kind that has just been made is seen. */
export function liveAnswers(server: ApiServer): LiveAnswers {
  return {
    services: async (signal) => (await list(server, { resource: criticalServices }, { signal })).items.map(decodeCriticalService),
    carrier: async (resource, finalizerName, signal) => {
      const served = await findServed(server, resource, { signal });
      if (served === undefined) return undefined;
      const query = { resource: served, metadataOnly: true };
      const found = await findFirst(server, query, {
        signal,
        wanted: ({ metadata }) => textsOf(metadata["finalizers"]).includes(finalizerName),
      });
      return found === undefined ? undefined : { resource: resourceName(served), key: keyText(found.metadata) };
    },
    find: async (resource, key, signal) => {
      const served = await findServed(server, resource, { signal });
      if (served === undefined) return undefined;
      const { isNamespaced } = served;
      if (isNamespaced !== (key.namespace !== undefined)) return { resource: resourceName(served), isNamespaced };
      const found = await get(server, served, key, { signal });
      return found === undefined ? undefined : { resource: resourceName(served), key: keyText(key) };
    },
  };
}

/** `deployments.apps` */
function resourceName({ group, resource }: ServedResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}
