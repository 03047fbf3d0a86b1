import {
  attacksOnTerminating,
  collectionDeletions,
  deletions,
  finalizerStrippings,
  impersonations,
  otherVersions,
  selectorDodges,
} from "./around.ts";
import type { Attack } from "./attack.ts";
import { conversions, definitionDeletions, evictions, finalizations, namespaceDeletions, ownerInjections } from "./beside.ts";
import { emptyings } from "./emptied.ts";
import { restagings, unmarkingsOfNamespaces } from "./namespace-labels.ts";
import { type Target, targets } from "./targets.ts";
import { weakenings } from "./weakened.ts";
import { readEnvironment } from "../../control-plane/environment.ts";
import { isInPart, searchOf } from "../../searches/search-of.ts";
import { unmarkings, unmarkingsThroughSubresources } from "./unmark.ts";

/** One attack on one kind: a row of the matrix. */
export interface Planned {
  readonly at: number;
  readonly attack: Attack;
  readonly target: Target;
}

const attacks: readonly Attack[] = [
  ...deletions,
  ...unmarkings,
  ...unmarkingsOfNamespaces,
  ...unmarkingsThroughSubresources,
  ...ownerInjections,
  ...evictions,
  ...collectionDeletions,
  ...otherVersions,
  ...definitionDeletions,
  ...conversions,
  ...namespaceDeletions,
  ...finalizations,
  ...finalizerStrippings,
  ...impersonations,
  ...weakenings,
  ...restagings,
  ...emptyings,
  ...selectorDodges,
  ...attacksOnTerminating,
];

const isOldest = readEnvironment().kubernetesVersion === "1.30";
const { size } = searchOf("bypass-matrix-oldest");

/** Whether it is all of them. */
export const isWhole = !isOldest || size === 100;

/** Each attack on each kind that it is possible on. */
export const planned: readonly Planned[] = attacks
  .flatMap((attack) => targets.filter((target) => isAttacked(target, attack)).map((target) => ({ attack, target })))
  .filter((_, at) => isWhole || isInPart(at, size))
  .map((plan, at) => ({ ...plan, at }));

function isAttacked(target: Target, { threat, isPossible }: Attack): boolean {
  return (target.only ?? threat) === threat && isPossible(target);
}
