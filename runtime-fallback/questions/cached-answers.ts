import type { ClusterQuestion } from "../../compiler/evaluate/cluster.ts";
import { isMeant } from "../../compiler/evaluate/is-meant.ts";
import { type AskedInformer, type KeptObject, resourceKey } from "./asked-informer.ts";

/** Older than this, what is in memory is not looked at: an API server sends a bookmark each minute at least. */
export const mostStalenessMs = 90_000;

/** Answers from memory; undefined where a resource is not watched, or not known to be as it was. */
export function cachedAnswers(
  informers: readonly AskedInformer[],
): (question: ClusterQuestion) => readonly KeptObject[] | undefined {
  const byResource = new Map(informers.map((informer) => [resourceKey(informer.resource), informer]));
  return (question) => {
    const informer = byResource.get(resourceKey(question.resource));
    if (informer === undefined || !informer.hasSynced() || informer.stalenessMs() > mostStalenessMs) return undefined;
    return candidates(informer, question).filter((object) => isMeant(question, object));
  };
}

/** Those that one part of the question finds quickly; the rest of it is asked of each of them. */
function candidates({ store }: AskedInformer, { which }: ClusterQuestion): readonly KeptObject[] {
  const { namespace, name, owner, finalizer, labels = {} } = which;
  if (namespace !== undefined && name !== undefined) {
    const found = store.get(namespace === "" ? { name } : { namespace, name });
    return found === undefined ? [] : [found];
  }
  if (owner !== undefined) return store.byIndex("owner", owner);
  if (finalizer !== undefined) return store.byIndex("finalizer", finalizer);
  const [label] = Object.entries(labels);
  if (label !== undefined) return store.byIndex("label", label.join("="));
  return namespace === undefined ? [...store.list()] : store.byIndex("namespace", namespace);
}
