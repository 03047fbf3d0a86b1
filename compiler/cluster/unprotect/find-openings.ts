import { fieldsOf } from "../../api/json.ts";
import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import { type FollowedDelete, deletionPlan } from "../deletion/deletion-plan.ts";
import type { PropagationPolicy } from "../deletion/propagation.ts";
import type { DeletionView } from "../plan/deletion-view.ts";
import type { MarkChange } from "../../api/unprotection.ts";
import { type NamedOpening, openingsIn } from "./named-openings.ts";

/** What has to change on an object, so that a delete is no longer denied. */
export interface Opening {
  readonly object: ClusterObject;
  readonly changes: readonly MarkChange[];
}

export interface FoundOpenings {
  /** The delete as it is now. */
  readonly before: FollowedDelete;
  /** Each is needed: without it something is denied. */
  readonly openings: readonly Opening[];
  /** The delete once all of them are done; what is denied then, nothing that a denial names opens. */
  readonly after: FollowedDelete;
  /** Not all that the denials name was tried: there is too much of it. */
  readonly isCutShort: boolean;
}

interface Asked {
  readonly targets: readonly ClusterObject[];
  readonly propagationPolicy: PropagationPolicy;
}

type Follow = (objects: readonly ClusterObject[]) => FollowedDelete;

/** How often the whole delete is followed: whoever may create objects may make any number of denials. */
const mostTries = 300;

/**
 * Takes what denials say one has to do, asks the policies again as if it was done, and keeps what opens something.
 * Nothing but the targets, and what would go with them, is ever changed.
 */
export function findOpenings({ targets, propagationPolicy }: Asked, view: DeletionView): FoundOpenings {
  const { cluster } = view;
  const uids = new Set(targets.map(({ uid }) => uid));
  const tries = { left: mostTries };
  const follow: Follow = (objects) => {
    tries.left -= 1;
    const now = objects.filter(({ uid }) => uids.has(uid));
    const options = { kinds: cluster.kinds, admission: view.admission, podsFirst: view.podsFirst };
    return deletionPlan({ targets: now, propagationPolicy, objects }, options);
  };
  const before = follow(cluster.objects);
  const openings: Opening[] = [];
  let after = before;
  while (after.denied.length > 0 && tries.left > 0) {
    const next = nextOpening(after, { openings, objects: cluster.objects, follow, mayTry: () => tries.left > 0 });
    if (next === undefined) break;
    openings.push(next.opening);
    after = next.plan;
  }
  const isCutShort = after.denied.length > 0 && tries.left <= 0;
  if (after.denied.length > 0) return { before, openings: [], after: before, isCutShort };
  return { before, openings: needed(openings, cluster.objects, follow), after, isCutShort };
}

interface Known {
  /** What is done already. */
  readonly openings: readonly Opening[];
  readonly objects: readonly ClusterObject[];
  readonly follow: Follow;
  readonly mayTry: () => boolean;
}

/**
 * The first that a denial names and that takes this denial away: of a target, or of what is denied in it, which a Namespace
 * is kept for. Others may come in its place: of a collection, the API server is asked no further than to the first that is
 * denied. Overrides stand at the end of a message; what is before them an author has written, and a guard may deny it.
 */
function nextOpening(
  plan: FollowedDelete,
  { openings, objects, follow, mayTry }: Known,
): { readonly opening: Opening; readonly plan: FollowedDelete } | undefined {
  for (const denial of denialsIn(plan))
    for (const { changes, ...named } of openingsIn(denial.message).toReversed()) {
      const object = objectOf(named, plan);
      if (object === undefined || !mayTry()) continue;
      const next = follow(withChanges(objects, [...openings, { object, changes }]));
      if (!denialsIn(next).some((one) => one.key === denial.key)) return { opening: { object, changes }, plan: next };
    }
  return undefined;
}

interface NamedDenial {
  /** Of the object, the policy and what it says. */
  readonly key: string;
  readonly message: string;
}

function denialsIn({ denied, objects }: FollowedDelete): readonly NamedDenial[] {
  return [...denied, ...objects].flatMap(({ object, denials }) =>
    denials.map(({ policy, message }) => ({ key: JSON.stringify([object.uid, policy, message]), message })),
  );
}

/** Without those that are for nothing: a Namespace is kept for one of the objects that it holds, and another was opened. */
function needed(openings: readonly Opening[], objects: readonly ClusterObject[], follow: Follow): readonly Opening[] {
  const kept = openings.reduce<readonly Opening[]>((left, one) => {
    const without = left.filter((other) => other !== one);
    return follow(withChanges(objects, without)).denied.length === 0 ? without : left;
  }, openings);
  const byUid = Map.groupBy(kept, ({ object }) => object.uid);
  return [...byUid.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, changes: [first, ...others].flatMap(({ changes }) => changes) }],
  );
}

const countOf = (planned: FollowedDelete["objects"]): number => planned.reduce((sum, { denials }) => sum + denials.length, 0);

/**
 * Of changes that are to take objects back under their protection, those that do: without each of them, policies would deny
 * less. Whoever may update an object may have written the others into its record.
 */
export function protectingChanges(asked: Asked, view: DeletionView, undone: readonly Opening[]): readonly Opening[] {
  const { cluster, admission, podsFirst } = view;
  const uids = new Set(asked.targets.map(({ uid }) => uid));
  const denials = (openings: readonly Opening[]): number => {
    const objects = withChanges(cluster.objects, openings);
    const deleted = { ...asked, targets: objects.filter(({ uid }) => uids.has(uid)), objects };
    return countOf(deletionPlan(deleted, { kinds: cluster.kinds, admission, podsFirst }).denied);
  };
  const all = denials(undone);
  return undone.flatMap((opening) => {
    const others = undone.filter((one) => one !== opening);
    const isNeeded = (change: MarkChange): boolean => {
      const rest = { ...opening, changes: opening.changes.filter((one) => one !== change) };
      return denials([...others, rest]) < all;
    };
    const changes = opening.changes.filter(isNeeded);
    return changes.length === 0 ? [] : [{ ...opening, changes }];
  });
}

function withChanges(objects: readonly ClusterObject[], openings: readonly Opening[]): readonly ClusterObject[] {
  const byUid = Map.groupBy(openings, ({ object }) => object.uid);
  return objects.map((object) => {
    const own = byUid.get(object.uid);
    return own === undefined
      ? object
      : changedObject(
          object,
          own.flatMap(({ changes }) => changes),
        );
  });
}

/** One that the delete is about, whatever a message names. */
function objectOf({ kind, name, namespace }: Omit<NamedOpening, "changes">, plan: FollowedDelete): ClusterObject | undefined {
  const concerned = [...plan.targets, ...plan.objects.map(({ object }) => object)];
  return concerned.find((one) => resourceName(one.of) === kind && one.name === name && one.namespace === namespace);
}

function changedObject(object: ClusterObject, changes: readonly MarkChange[]): ClusterObject {
  const { stored } = object;
  return { ...object, stored: { ...stored, metadata: { ...stored.metadata, ...changedMarks(stored.metadata, changes) } } };
}

/** Labels and annotations after the changes. */
function changedMarks(metadata: object, changes: readonly MarkChange[]): object {
  const marks = {
    annotations: { ...fieldsOf(fieldsOf(metadata)["annotations"]) },
    labels: { ...fieldsOf(fieldsOf(metadata)["labels"]) },
  };
  for (const { field, key, value } of changes)
    if (value === undefined) Reflect.deleteProperty(marks[field], key);
    else marks[field][key] = value;
  return marks;
}
