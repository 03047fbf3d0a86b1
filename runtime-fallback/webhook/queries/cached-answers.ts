import { type ClusterQuery, isMeant } from "../../../compiler/api/cluster-query.ts";
import { type AskedInformer, type KeptObject } from "./asked-informer.ts";
import { resourceKey } from "../../../compiler/api/resource.ts";
import { declaredIndices, type Find } from "./declared-index.ts";

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
