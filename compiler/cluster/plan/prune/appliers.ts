import { writtenName } from "../written-objects.ts";
import type { ApplierMark, PruneRules, RemovedObject } from "./prune-rules.ts";

/** Who applies the manifests, as far as it is known. */
export interface Appliers {
  readonly names: readonly string[];
  /** Why an object is not theirs to delete; undefined: it is, or that is not known. */
  readonly keeps: (live: unknown) => string | undefined;
  readonly gaps: readonly string[];
}

interface Asked {
  /** What is still written, as the cluster has it. */
  readonly still: readonly unknown[];
  readonly removed: readonly RemovedObject[];
  /** `--owner` */
  readonly owner: string | undefined;
}

const nobody = { names: [], keeps: () => undefined };

/** Objects say who has applied them; those that are still written say whose manifests these are. */
export function appliersOf({ marks, applierKind, shown }: PruneRules, { still, removed, owner }: Asked): Appliers {
  const found = removed.filter(({ object }) => object !== undefined);
  if (marks.length === 0 || found.length === 0) return { ...nobody, gaps: [] };
  const mark = marks.find(({ applierOf }) => [...still, ...found.map(({ live }) => live)].some((one) => applierOf(one)));
  if (mark === undefined) return { ...nobody, gaps: [`whether ${shown} has applied what is pruned: no object says so`] };
  const written = appliersIn(mark, still);
  const before = appliersIn(
    mark,
    found.map(({ live }) => live),
  );
  const names = owner === undefined ? (written.length === 0 ? before : written) : [owner];
  const keeps = (live: unknown): string | undefined => {
    const applier = mark.applierOf(live);
    if (applier === undefined) return mark.unmarked;
    return names.includes(applier) ? undefined : mark.foreign(applier, names);
  };
  const several = names.length > 1 ? [`which of ${names.join(", ")} applies the manifests: name ${applierKind}, --owner`] : [];
  // A label that a chart has written says nothing of Argo CD, unless somebody tells whose it is.
  if (mark.isCertain || owner !== undefined) return { names, keeps, gaps: several };
  return { names, keeps: () => undefined, gaps: [...several, ...doubts(found, keeps)] };
}

function doubts(found: readonly RemovedObject[], keeps: Appliers["keeps"]): readonly string[] {
  return found.flatMap(({ written, live }) => {
    const why = keeps(live);
    return why === undefined ? [] : [`whether ${writtenName(written)} is pruned: ${why}`];
  });
}

function appliersIn({ applierOf }: ApplierMark, objects: readonly unknown[]): readonly string[] {
  return [...new Set(objects.map(applierOf).filter((one) => one !== undefined))];
}
