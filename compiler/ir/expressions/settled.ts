import type { Comprehension, Expression } from "../expression.ts";
import { once, onceHere } from "../once.ts";
import { mapChildren, onceBelow, some } from "./visit.ts";

/** The same value, of an evaluation that has been found not to end before: nothing is demanded in it any more. */
export const settled: (node: Expression) => Expression = once((node) => {
  if (node.kind === "sequence" && demands(node.first)) return settled(node.then);
  const inside = mapChildren(node, settled);
  return isReached(inside) ? { ...inside, whenReached: false } : inside;
});

/** Whether something has to be there, or not to be too large, of each element. */
export const demands = onceBelow((part) => part.kind === "demand" || isReached(part));

/** An iteration whose size is looked at when it is reached. */
export function isReached(node: Expression): node is Comprehension {
  return node.kind === "comprehension" && node.whenReached === true;
}

/**
 * The same of what is iterated over inside of `outer` when that is reached alone: whatever else it iterates over has
 * been found small enough before `outer` begins. Undefined where nothing is left.
 */
export function onlyReached({ body, nesting: around = 0 }: Comprehension): Expression | undefined {
  const isOwn = (node: Expression): boolean => isReached(node) && (node.nesting ?? 0) > around;
  if (!some(body, isOwn)) return undefined;
  const others = onceHere((node: Expression): Expression => {
    const inside = mapChildren(node, others);
    return inside.kind !== "comprehension" || isOwn(inside) ? inside : { ...inside, bound: undefined };
  });
  return others(body);
}
