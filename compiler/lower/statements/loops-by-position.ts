import { type Expression, sequence } from "../../ir/expression.ts";
import { iterationOf } from "../collections/stored-iteration.ts";
import { type Path, isInside } from "../path.ts";
import type { Place, Scope } from "../scope.ts";
import { type Dynamic, type Value, hasTypedEntries } from "../value.ts";

/** `for (let i = 0; i < list.length; i++)` has been found over the list, or over one of those that it is chosen from. */
export function noteLoop(list: Value, { lowering }: Scope): void {
  const { found } = lowering.loopsByPosition;
  for (const one of storedIn(list)) found.set(keyOf(one), placeOf(one));
}

/** The length of a list, which counts as an iteration where the rule goes through it by position. */
export function asCounted(length: Expression, list: Dynamic, place: Place): Expression {
  const { lengthsRead, counted } = place.scope.lowering.loopsByPosition;
  for (const one of storedIn(list)) lengthsRead.add(keyOf(one));
  if (!isCounted(list, counted)) return length;
  const iteration = iterationOf(only(list, counted), place);
  return iteration === undefined ? length : sequence(iteration, length);
}

/** Stored lists whose length TypeScript knows without looking at each element. */
function storedIn(list: Value): readonly Dynamic[] {
  if (list.kind !== "dynamic" || list.shape.kind !== "list" || list.small) return [];
  if (list.chosen !== undefined) return list.chosen.branches.flatMap((branch) => (branch === undefined ? [] : storedIn(branch)));
  return hasTypedEntries(list) ? [list] : [];
}

const isCounted = (list: Dynamic, counted: ReadonlySet<string>): boolean => storedIn(list).some((one) => counted.has(keyOf(one)));

/** The list; of what it is chosen from, those whose length counts. */
function only(list: Dynamic, counted: ReadonlySet<string>): Dynamic {
  const { chosen } = list;
  if (chosen === undefined) return list;
  const [whenTrue, whenFalse] = chosen.branches;
  const left = (branch: Dynamic | undefined): Dynamic | undefined =>
    branch !== undefined && isCounted(branch, counted) ? only(branch, counted) : undefined;
  return { ...list, chosen: { ...chosen, branches: [left(whenTrue), left(whenFalse)] } };
}

const keyOf = (list: Dynamic): string => placeOf(list).join("\0");

/** The TypeScript execution does not follow paths into elements and entries (simulator/evaluate/decode.ts). */
function placeOf({ path }: Dynamic): Path {
  return path === undefined || isInside(path) ? [] : path;
}
