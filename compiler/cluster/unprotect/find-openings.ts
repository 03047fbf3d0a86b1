import { fieldsOf } from "../../api/json.ts";
import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import { type FollowedDelete, deletionPlan } from "../deletion/deletion-plan.ts";
import type { PropagationPolicy } from "../deletion/propagation.ts";
import type { DeletionView } from "../plan/deletion-view.ts";
import { type MarkChange, type NamedOpening, openingsIn } from "./named-openings.ts";

/** What has to change on an object, so that a delete is no longer denied. */
export interface Opening {
  readonly object: ClusterObject;
  readonly changes: readonly MarkChange[];
}

export interface FoundOpenings {
  /** The delete as it is now. */
  readonly before: FollowedDelete;
  readonly openings: readonly Opening[];
  /** The delete once all of them are done; what is denied then, nothing that a denial names opens. */
  readonly after: FollowedDelete;
}

interface Asked {
  readonly targets: readonly ClusterObject[];
  readonly propagationPolicy: PropagationPolicy;
}

/** Denials that come one after the other: of a Namespace, each object that it holds may have one of its own. */
const mostOpenings = 100;

/**
 * Takes what denials say one has to do, asks the policies again as if it was done, and keeps what opens something.
 * Nothing but the targets, and what would go with them, is ever changed.
 */
export function findOpenings({ targets, propagationPolicy }: Asked, view: DeletionView): FoundOpenings {
  const { cluster, admission, podsFirst } = view;
  const follow = (objects: readonly ClusterObject[]): FollowedDelete => {
    const uids = new Set(targets.map(({ uid }) => uid));
    const now = objects.filter(({ uid }) => uids.has(uid));
    return deletionPlan({ targets: now, propagationPolicy, objects }, { kinds: cluster.kinds, admission, podsFirst });
  };
  const before = follow(cluster.objects);
  const opened: Opened[] = [];
  for (let at: State | undefined = { objects: cluster.objects, plan: before }; at !== undefined; at = opened.at(-1)) {
    const next: Opened | undefined = opened.length < mostOpenings ? nextOpening(at, follow) : undefined;
    if (next === undefined) break;
    opened.push(next);
  }
  const needed = opened.slice(0, opened.findLastIndex(({ isNeeded }) => isNeeded) + 1);
  return { before, openings: needed.map(({ opening }) => opening), after: needed.at(-1)?.plan ?? before };
}

/** Objects as they would be, and what a delete of the targets would then do. */
interface State {
  readonly objects: readonly ClusterObject[];
  readonly plan: FollowedDelete;
}

interface Opened extends State {
  readonly opening: Opening;
  /** A target is denied by one less: what was opened before was for that, and is not in vain. */
  readonly isNeeded: boolean;
}

/**
 * The first that a denial names and that takes a denial away: of a target, or of what is denied in it, which a Namespace is
 * kept for. Overrides stand at the end of a message; what is before them an author has written, and a guard may deny it.
 */
function nextOpening(
  { objects, plan }: State,
  follow: (objects: readonly ClusterObject[]) => FollowedDelete,
): Opened | undefined {
  if (plan.denied.length === 0) return undefined;
  const messages = [...plan.denied, ...plan.objects].flatMap(({ denials }) => denials.map(({ message }) => message));
  for (const named of messages.flatMap((message) => openingsIn(message).toReversed())) {
    const object = objectOf(named, plan);
    if (object === undefined) continue;
    const changed = objects.map((other) => (other.uid === object.uid ? changedObject(other, named.changes) : other));
    const next = follow(changed);
    const [all, ofTargets] = [countOf(plan.denied) + countOf(plan.objects), countOf(plan.denied)];
    const isNeeded = countOf(next.denied) < ofTargets;
    if (isNeeded || countOf(next.denied) + countOf(next.objects) < all)
      return { opening: { object, changes: named.changes }, objects: changed, plan: next, isNeeded };
  }
  return undefined;
}

const countOf = (planned: FollowedDelete["objects"]): number => planned.reduce((sum, { denials }) => sum + denials.length, 0);

/** One that the delete is about, whatever a message names. */
function objectOf({ kind, name, namespace }: NamedOpening, plan: FollowedDelete): ClusterObject | undefined {
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
