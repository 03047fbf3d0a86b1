import type { PlannedObject } from "./deletion-plan.ts";

/** An object that goes, and what goes with it. */
export interface PlanNode {
  readonly planned: PlannedObject;
  readonly children: readonly PlanNode[];
}

/** Whoever may write owner references may make a chain of any length: what is deeper stands beside what it belongs to. */
const deepest = 30;

/**
 * Objects under what they belong to: their owner, where that goes too, the controller before others; otherwise what they
 * go for. Those of a Namespace would be one long list.
 */
export function planTree(objects: readonly PlannedObject[]): readonly PlanNode[] {
  const parents = placed(objects);
  const children = Map.groupBy(objects, ({ object }) => parents.get(object.uid));
  const nodeOf = (planned: PlannedObject): PlanNode => ({
    planned,
    children: (children.get(planned.object.uid) ?? []).map(nodeOf),
  });
  return (children.get(undefined) ?? []).map(nodeOf);
}

/** Under what each object stands; objects that own each other in a circle stand at the top. */
function placed(objects: readonly PlannedObject[]): ReadonlyMap<string, string | undefined> {
  const known = new Map(objects.map((planned) => [planned.object.uid, planned]));
  const parents = new Map<string, string | undefined>();
  const depths = new Map<string, number>();
  for (const planned of objects) {
    const path = unplacedAbove(planned, known, depths);
    for (const one of path.toReversed()) {
      const parent = parentOf(one, known);
      const depth = parent === undefined ? undefined : depths.get(parent);
      const isTooDeep = depth !== undefined && depth >= deepest;
      parents.set(one.object.uid, isTooDeep ? parents.get(parent ?? "") : depth === undefined ? undefined : parent);
      depths.set(one.object.uid, isTooDeep ? depth : (depth ?? -1) + 1);
    }
  }
  return parents;
}

type Known = ReadonlyMap<string, PlannedObject>;

/** The object and those above it that have no place yet, the lowest first; a circle is left where it closes. */
function unplacedAbove(
  planned: PlannedObject,
  known: Known,
  placedBefore: ReadonlyMap<string, number>,
): readonly PlannedObject[] {
  const path = new Map<string, PlannedObject>();
  for (let at: PlannedObject | undefined = planned; at !== undefined; at = known.get(parentOf(at, known) ?? "")) {
    if (path.has(at.object.uid) || placedBefore.has(at.object.uid)) break;
    path.set(at.object.uid, at);
  }
  return [...path.values()];
}

function parentOf({ object, cause }: PlannedObject, known: Known): string | undefined {
  if (cause.kind === "named") return undefined;
  const owners = object.owners.filter(({ uid }) => known.has(uid));
  const [owner] = owners.toSorted((a, b) => Number(b.isController) - Number(a.isController));
  return owner?.uid ?? (known.has(cause.of.uid) ? cause.of.uid : undefined);
}
