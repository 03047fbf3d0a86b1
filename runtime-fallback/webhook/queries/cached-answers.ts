import { type ClusterQuery, isMeant } from "../../../compiler/api/cluster-query.ts";
import { resourceKey } from "../../../compiler/api/resource.ts";
import type { ObjectKey } from "../../kubernetes/resource.ts";
import { createIndex, type IndexedValues, type ObjectIndex } from "../../kubernetes/reflector/object-index.ts";
import type { AskedInformer, KeptObject } from "./asked-informer.ts";

/** Older than this, what is in memory is not looked at: an API server sends a bookmark each minute at least. */
export const maxStalenessMs = 90_000;

/** Answers from memory; undefined where a resource is not watched, or not known to be as it was. */
export function cachedAnswers(informers: readonly AskedInformer[]): (query: ClusterQuery) => readonly KeptObject[] | undefined {
  const known = informers.map((informer) => ({ informer, byDeclared: declaredIndices(informer) }));
  const byResource = new Map(known.map((one) => [resourceKey(one.informer.resource), one]));
  return (query) => {
    const found = byResource.get(resourceKey(query.resource));
    if (found === undefined || !found.informer.hasSynced() || found.informer.stalenessMs() > maxStalenessMs) return undefined;
    return candidates(found, query).filter((object) => isMeant(query, object));
  };
}

interface Known {
  readonly informer: AskedInformer;
  readonly byDeclared: Find;
}

/** Those that one part of the query finds quickly; the rest of it is asked of each of them. */
function candidates(
  { informer: { store }, byDeclared }: Known,
  { which, resource, viewOf }: ClusterQuery,
): readonly KeptObject[] {
  const { namespace, name, owner, finalizer, labels = {}, index = {} } = which;
  if (namespace !== undefined && name !== undefined) {
    const found = store.get(namespace === "" ? { name } : { namespace, name });
    return found === undefined ? [] : [found];
  }
  if (owner !== undefined) return store.byIndex("owner", owner);
  if (finalizer !== undefined) return store.byIndex("finalizer", finalizer);
  const [label] = Object.entries(labels);
  if (label !== undefined) return store.byIndex("label", label.join("="));
  const [[key, value] = ["", ""]] = Object.entries(index);
  const declared = resource.indices?.[key];
  if (declared !== undefined) return byDeclared(declared, viewOf, value);
  return namespace === undefined ? [...store.list()] : store.byIndex("namespace", namespace);
}

type View = ClusterQuery["viewOf"];
type DeclaredIndex = NonNullable<ClusterQuery["resource"]["indices"]>[string];

/**
 * The objects of which a declared index gives the value, and those at which it fails, since of them it is not known.
 */
type Find = (of: DeclaredIndex, viewOf: View, value: string) => readonly KeptObject[];

/**
 * The indices that rules declare for a resource, each kept from the first query on: looked through for each
 * review, 50,000 Usages took 25 ms of it. Rules that describe the resource differently may share a function, and
 * it sees what each of them sees.
 */
function declaredIndices(informer: AskedInformer): Find {
  const known = new Map<View, Map<DeclaredIndex, ObjectIndex<KeptObject>>>();
  return (of, viewOf, value) => {
    const ofView = known.get(viewOf) ?? new Map<DeclaredIndex, ObjectIndex<KeptObject>>();
    known.set(viewOf, ofView);
    const index = ofView.get(of) ?? keptIndex(informer, (object) => of(viewOf(object) as Parameters<DeclaredIndex>[0]));
    ofView.set(of, index);
    return Array.from(index.keys(value)).flatMap((text) => informer.store.get(JSON.parse(text) as ObjectKey) ?? []);
  };
}

/** Follows the store; whoever listens hears of each change after the store has it. */
function keptIndex(informer: AskedInformer, valueOf: (object: KeptObject) => string | undefined): ObjectIndex<KeptObject> {
  const values = new Map<string, IndexedValues>();
  // What fails is found under every value, and fails again where the query is put to it.
  const index = createIndex<KeptObject>(
    (object) => [valueOf(object) ?? []].flat(),
    () => undefined,
  );
  const add = (object: KeptObject): void => void values.set(textOf(object), index.add(textOf(object), object));
  const remove = (object: KeptObject): void => {
    index.remove(textOf(object), values.get(textOf(object)));
    values.delete(textOf(object));
  };
  for (const object of informer.store.list()) add(object);
  informer.onChange((change) => {
    if (change.type === "changed") remove(change.old);
    if (change.type === "deleted") remove(change.object);
    else add(change.object);
  });
  return index;
}

function textOf({ metadata: { namespace, name } }: KeptObject): string {
  return JSON.stringify({ ...(namespace !== undefined && { namespace }), name });
}
