import { resourceKey } from "../../../compiler/api/resource.ts";
import { textsOf, itemsOf, fieldsOf } from "../../../compiler/api/json.ts";
import type { AskedResource } from "../../../compiler/api/cluster-query.ts";
import type { ApiServer } from "../../kubernetes/api-server.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { type Informer, type ReflectorOptions, indexFailureLog, informerOn } from "../../kubernetes/reflector/informer.ts";
import { neededFields } from "../memory/kept-fields.ts";
import { type KeptStore, createKeptStore } from "../memory/kept-store.ts";

/** Objects as rules may read them: plain JSON. */
export type KeptObject = StoredObject;

/** A copy of a resource, in which objects are also found by what rules declare. */
export interface AskedInformer extends Omit<Informer<KeptObject>, "onChange" | "store"> {
  readonly store: KeptStore;
}

/** What objects are found by besides their keys, without looking at all of them. */
export const findingFunctions: Readonly<Record<string, (object: KeptObject) => readonly string[]>> = {
  namespace: ({ metadata }) => [metadata.namespace ?? ""],
  label: ({ metadata }) => Object.entries(textsIn(metadata["labels"])).map(([key, value]) => `${key}=${value}`),
  finalizer: ({ metadata }) => textsOf(metadata["finalizers"]),
  owner: ({ metadata }) => itemsOf(metadata["ownerReferences"]).flatMap((owner) => uidOf(owner) ?? []),
};

/** The informers of everything that rules ask about: one for each resource, whoever asks. */
export function askedInformers(
  server: ApiServer,
  asks: readonly AskedResource[],
  options: Omit<ReflectorOptions, "resource">,
): readonly AskedInformer[] {
  const byResource = Map.groupBy(asks, ({ resource }) => resourceKey(resource));
  return [...byResource.values()].map((same) => {
    const [first] = same as [AskedResource, ...AskedResource[]];
    const shapes = new Map(same.map(({ shape }) => [JSON.stringify(shape), shape]));
    const [only] = [...shapes.values()];
    // Rules that describe a resource differently see different parts of it.
    const shape = shapes.size > 1 ? undefined : only;
    const store = createKeptStore({ shape, indices: findingFunctions, onIndexFailure: indexFailureLog(options) });
    const needed = neededFields(shape);
    const query = { resource: first.resource, ...(needed !== undefined && { needed }) };
    const informer = informerOn(server, { store, project: (object) => object }, { ...options, ...query });
    return { ...informer, store };
  });
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, string>>) : {};
}

function uidOf(owner: unknown): string | undefined {
  const { uid } = fieldsOf(owner);
  return typeof uid === "string" ? uid : undefined;
}
