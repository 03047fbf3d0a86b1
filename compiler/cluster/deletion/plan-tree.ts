import type { PlannedObject } from "./deletion-plan.ts";

/** An object that goes, and what goes with it. */
export interface PlanNode {
  readonly planned: PlannedObject;
  readonly children: readonly PlanNode[];
}

/**
 * Objects under what they belong to: their owner, where that goes too, the controller before others; otherwise what they
 * go for. Those of a Namespace would be one long list.
 */
export function planTree(objects: readonly PlannedObject[]): readonly PlanNode[] {
  const known = new Map(objects.map((planned) => [planned.object.uid, planned]));
  const parents = new Map(objects.map((planned) => [planned.object.uid, parentOf(planned, known)]));
  const children = Map.groupBy(objects, ({ object }) => (isInCircle(object.uid, parents) ? undefined : parents.get(object.uid)));
  const nodeOf = (planned: PlannedObject): PlanNode => ({
    planned,
    children: (children.get(planned.object.uid) ?? []).map(nodeOf),
  });
  return (children.get(undefined) ?? []).map(nodeOf);
}

function parentOf({ object, cause }: PlannedObject, known: ReadonlyMap<string, PlannedObject>): string | undefined {
  if (cause.kind === "named") return undefined;
  const owners = object.owners.filter(({ uid }) => known.has(uid));
  const [owner] = owners.toSorted((a, b) => Number(b.isController) - Number(a.isController));
  return owner?.uid ?? (known.has(cause.of.uid) ? cause.of.uid : undefined);
}

/** Objects that own each other stand at the top. */
function isInCircle(uid: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(uid); at !== undefined; at = parents.get(at)) {
    if (at === uid) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}
