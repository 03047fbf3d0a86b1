import fc from "fast-check";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { searchOf } from "../../searches/search-of.ts";
import { type Target, collectionPath, mark, targets } from "./targets.ts";
import { createNamespace, createObject } from "./victims.ts";

/** The same seed makes the same collections. */
export const { seed, size } = searchOf("collections");

/** A collection that is deleted: for each object, in the order of names, whether it is protected. */
export interface Collection {
  readonly target: Target;
  readonly members: readonly boolean[];
}

export interface CollectionRecord {
  readonly status: number;
  readonly message: string;
  /** Whether each object is still there, and not going. */
  readonly isThere: readonly boolean[];
}

const oftenNone = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() });

/** There is no such request for Namespaces. Of what is cheap, as many as the server lists in one go. */
export const collections: readonly Collection[] = targets
  .filter(({ only, kind }) => only === undefined && kind !== "Namespace")
  .flatMap((target, at) => {
    const maxLength = target.kind === "ConfigMap" ? 500 : 40;
    const members = fc.array(oftenNone, { minLength: 1, maxLength, size: "max" });
    return fc.sample(members, { seed: seed + at, numRuns: size }).map((drawn) => ({ target, members: drawn }));
  });

/** Deletes each collection, and tries again. */
export async function deleteCollections(server: ControlPlane): Promise<readonly CollectionRecord[]> {
  const records: CollectionRecord[] = [];
  for (const [at, collection] of collections.entries())
    records.push(await deleteCollection(server, collection, `collection-${at}`));
  return records;
}

async function deleteCollection(server: ControlPlane, { target, members }: Collection, name: string): Promise<CollectionRecord> {
  if (target.isNamespaced) await createNamespace(server, name);
  const nameOf = (at: number): string => `${name}-${String(at).padStart(4, "0")}`;
  await Promise.all(
    members.map((isProtected, at) => {
      const labels = { set: name, ...(isProtected && { [mark]: "true" }) };
      return createObject(server, withoutPods(target), { namespace: name, name: nameOf(at), labels });
    }),
  );
  const path = `${collectionPath(target, name)}?labelSelector=set%3D${name}`;
  await server.request({ method: "DELETE", path });
  const { status, body } = await server.request({ method: "DELETE", path });
  const there = await namesAt(server, path);
  return { status, message: String(body["message"]), isThere: members.map((_, at) => there.includes(nameOf(at))) };
}

/** They would be many, and of no interest. */
function withoutPods(target: Target): Target {
  if (target.group !== "apps") return target;
  return { ...target, fields: { spec: { ...(target.fields["spec"] as object), replicas: 0 } } };
}

interface Item {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
}

async function namesAt(server: ControlPlane, path: string): Promise<readonly string[]> {
  const { body } = await server.request({ method: "GET", path });
  const { items } = body as unknown as { readonly items: readonly Item[] };
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(({ metadata }) => metadata.name);
}
