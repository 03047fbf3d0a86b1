import { textsOf, itemsOf, fieldsOf } from "../../../compiler/api/json.ts";
import type { AskedResource } from "../../../compiler/api/cluster-query.ts";
import type { ApiServer } from "../../kubernetes/api-server.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { type Informer, type InformerOptions, createInformer } from "../../kubernetes/reflector/informer.ts";
import { keptFields } from "./kept-fields.ts";

/** Objects as rules may read them: plain JSON. */
export type KeptObject = StoredObject;

export type AskedInformer = Informer<KeptObject>;

/** What objects are found by besides their keys, without looking at all of them. */
const indices: Readonly<Record<string, (object: KeptObject) => readonly string[]>> = {
  namespace: ({ metadata }) => [metadata.namespace ?? ""],
  label: ({ metadata }) => Object.entries(textsIn(metadata["labels"])).map(([key, value]) => `${key}=${value}`),
  finalizer: ({ metadata }) => textsOf(metadata["finalizers"]),
  owner: ({ metadata }) => itemsOf(metadata["ownerReferences"]).flatMap((owner) => uidOf(owner) ?? []),
};

/** The informers of everything that rules ask about: one for each resource, whoever asks. */
export function askedInformers(
  server: ApiServer,
  asks: readonly AskedResource[],
  options: Omit<InformerOptions<KeptObject>, "resource" | "project" | "indices">,
): readonly AskedInformer[] {
  const byResource = Map.groupBy(asks, ({ resource }) => resourceKey(resource));
  return [...byResource.values()].map((same) => {
    const [first] = same as [AskedResource, ...AskedResource[]];
    const shapes = new Map(same.map(({ shape }) => [JSON.stringify(shape), shape]));
    const [only] = [...shapes.values()];
    // Rules that describe a resource differently see different parts of it.
    const project = (object: StoredObject): KeptObject =>
      only === undefined || shapes.size > 1 ? object : (keptFields(object, only) as KeptObject);
    return createInformer(server, { ...options, resource: first.resource, project, indices });
  });
}

export function resourceKey({ group, version, resource }: AskedResource["resource"]): string {
  return [group, version, resource].join("/");
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, string>>) : {};
}

function uidOf(owner: unknown): string | undefined {
  const { uid } = fieldsOf(owner);
  return typeof uid === "string" ? uid : undefined;
}
