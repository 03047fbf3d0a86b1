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
  const indexed = declaredIndices();
  return (question) => {
    const informer = byResource.get(resourceKey(question.resource));
    if (informer === undefined || !informer.hasSynced() || informer.stalenessMs() > mostStalenessMs) return undefined;
    return candidates(informer, question)
      .filter((object) => indexed(question, object))
      .filter((object) => isMeant(question, object));
  };
}

type View = ClusterQuestion["viewOf"];
type DeclaredIndex = NonNullable<ClusterQuestion["resource"]["indices"]>[string];
type Values = WeakMap<KeptObject, string | undefined>;

/**
 * Whether the indices that a resource declares find the object. What one says of an object is asked once: an object that changes is
 * another one in the store. Asked each time, 2,000 Usages took a tenth of a second of every review. Rules that describe the resource
 * differently may share an index, and it sees what each of them sees.
 */
function declaredIndices(): (question: ClusterQuestion, object: KeptObject) => boolean {
  const known = new WeakMap<View, WeakMap<DeclaredIndex, Values>>();
  const valueOf = (of: DeclaredIndex, { viewOf }: ClusterQuestion, object: KeptObject): string | undefined => {
    const ofView = known.get(viewOf) ?? new WeakMap<DeclaredIndex, Values>();
    known.set(viewOf, ofView);
    const values: Values = ofView.get(of) ?? new WeakMap();
    ofView.set(of, values);
    if (!values.has(object)) values.set(object, of(viewOf(object) as Parameters<DeclaredIndex>[0]));
    return values.get(object);
  };
  return (question, object) =>
    Object.entries(question.which.index ?? {}).every(([key, wanted]) => {
      const of = question.resource.indices?.[key];
      return of !== undefined && valueOf(of, question, object) === wanted;
    });
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
