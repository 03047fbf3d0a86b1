import { resourceKey } from "../../../compiler/api/resource.ts";
import { textsOf, itemsOf, fieldsOf, isJsonObject, type JsonObject } from "../../../compiler/api/json.ts";
import type { AskedResource } from "../../../compiler/api/cluster-query.ts";
import type { ApiServer } from "../../kubernetes/api-server.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { type Informer, type InformerOptions, createInformer } from "../../kubernetes/reflector/informer.ts";
import type { Shape } from "../../../compiler/api/shape.ts";
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

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, string>>) : {};
}

function uidOf(owner: unknown): string | undefined {
  const { uid } = fieldsOf(owner);
  return typeof uid === "string" ? uid : undefined;
}

/**
 * What rules may read of a value, and no more: fifty thousand objects are kept in memory. A value of another type than
 * its shape says stays as it is, because what rules make of it is decided where it is decoded.
 */
export function keptFields(value: unknown, shape: Shape): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((entry) => keptFields(entry, shape.element));
  if (!isJsonObject(value)) return value;
  if (shape.kind === "map") return kept(value, () => shape.value);
  if (shape.kind === "record")
    return kept(value, (name) => (Object.hasOwn(shape.fields, name) ? shape.fields[name]?.shape : shape.others));
  return value;
}

/**
 * Not by assignment, for `__proto__` is a key as any other; nor without a prototype, which takes three times the memory
 * (78 and 25 MiB for 50,000 Usages).
 */
function kept(value: JsonObject, shapeOf: (name: string) => Shape | undefined): object {
  const fields = Object.entries(value).flatMap(([name, field]): readonly (readonly [string, unknown])[] => {
    const shape = shapeOf(name);
    return shape === undefined ? [] : [[name, keptFields(field, shape)]];
  });
  return Object.fromEntries(fields);
}
