import { type AskedResource, type ClusterQuery, isMeant } from "../../../compiler/api/cluster-query.ts";
import { type GroupVersionResource, resourceKey } from "../../../compiler/api/resource.ts";
import type { DeclaredIndices } from "../../../compiler/api/rules-module.ts";
import type { AskedInformer, KeptObject } from "./asked-informer.ts";

/** Older than this, what is in memory is not looked at: an API server sends a bookmark each minute at least. */
export const maxStalenessMs = 90_000;

/** What rules ask about, and by what they may find it; where that is not known, an index is made when one asks by it. */
export interface Asks {
  readonly asks: readonly AskedResource[];
  readonly declared: DeclaredIndices;
}

/** Answers from memory; undefined where a resource is not watched, or not known to be as it was. */
export function cachedAnswers(
  informers: readonly AskedInformer[],
  known?: Asks,
): (query: ClusterQuery) => readonly KeptObject[] | undefined {
  const all = informers.map((informer) => ({ informer, byDeclared: declaredIndices(informer, known) }));
  const byResource = new Map(all.map((one) => [resourceKey(one.informer.resource), one]));
  // Rules declare what they ask about once, and ask again and again.
  const byDeclaration = new WeakMap<Resource, Known | undefined>();
  const knownOf = (resource: Resource): Known | undefined => {
    if (!byDeclaration.has(resource)) byDeclaration.set(resource, byResource.get(resourceKey(resource)));
    return byDeclaration.get(resource);
  };
  return (query) => {
    const found = knownOf(query.resource);
    if (found === undefined || !found.informer.hasSynced() || found.informer.stalenessMs() > maxStalenessMs) return undefined;
    // One after the other: each is read from what is packed, and most of them may not be meant.
    const meant: KeptObject[] = [];
    for (const object of candidates(found, query)) if (isMeant(query, object)) meant.push(object);
    return meant;
  };
}

interface Known {
  readonly informer: AskedInformer;
  readonly byDeclared: Find;
}

/** Those that one part of the query finds quickly; the rest of it is asked of each of them. */
function candidates({ informer: { store }, byDeclared }: Known, { which, resource, viewOf }: ClusterQuery): Iterable<KeptObject> {
  const { namespace, name, owner, finalizer, labels, index } = which;
  if (namespace !== undefined && name !== undefined) {
    const found = store.get(namespace === "" ? { name } : { namespace, name });
    return found === undefined ? [] : [found];
  }
  if (owner !== undefined) return store.byIndex("owner", owner);
  if (finalizer !== undefined) return store.byIndex("finalizer", finalizer);
  const [label] = entriesOf(labels);
  if (label !== undefined) return store.byIndex("label", label.join("="));
  const [[key, value] = ["", ""]] = entriesOf(index);
  const declared = resource.indices?.[key];
  if (declared !== undefined) return byDeclared(declared, viewOf, value);
  return namespace === undefined ? store.list() : store.byIndex("namespace", namespace);
}

type Entry = readonly [key: string, value: string];
const noEntries: readonly Entry[] = [];
const entriesOf = (texts: Readonly<Record<string, string>> | undefined): readonly Entry[] =>
  texts === undefined ? noEntries : Object.entries(texts);

type Resource = ClusterQuery["resource"];
type View = ClusterQuery["viewOf"];
type DeclaredIndex = NonNullable<ClusterQuery["resource"]["indices"]>[string];

/**
 * The objects of which a declared index gives the value, and those at which it fails, since of them it is not known.
 */
type Find = (of: DeclaredIndex, viewOf: View, value: string) => readonly KeptObject[];

/**
 * The indices that rules declare for a resource, made before anything is listed: over 100,000 Usages that are there the
 * first review had to wait for two seconds. Rules that describe the resource differently may share a function, and it
 * sees what each of them sees.
 */
function declaredIndices({ resource, store }: AskedInformer, known: Asks | undefined): Find {
  const names = new Map<View, Map<DeclaredIndex, string>>();
  let count = 0;
  const nameOf = (of: DeclaredIndex, viewOf: View): string => {
    const ofView = names.get(viewOf) ?? new Map<DeclaredIndex, string>();
    names.set(viewOf, ofView);
    const found = ofView.get(of);
    if (found !== undefined) return found;
    count += 1;
    const name = `declared ${count}`;
    ofView.set(of, name);
    store.addIndex(name, (object) => [of(viewOf(object) as Parameters<DeclaredIndex>[0]) ?? []].flat());
    return name;
  };
  const isOwn = (other: GroupVersionResource): boolean => resourceKey(other) === resourceKey(resource);
  if (known !== undefined) {
    const { asks, declared } = known;
    const functions = declared.resources().flatMap((one) => (isOwn(one) ? Object.values(one.indices ?? {}) : []));
    for (const { shape } of asks.filter((asked) => isOwn(asked.resource))) {
      for (const of of functions) nameOf(of, declared.viewOf(shape));
    }
  }
  return (of, viewOf, value) => store.byIndex(nameOf(of, viewOf), value);
}
