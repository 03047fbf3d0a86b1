import { builtInGroups } from "../built-in-groups.ts";
import { groupCovers, type MatchEntry } from "../../api/coverage.ts";
import type { Expression } from "../expression.ts";
import { mapChildren, once } from "./visit.ts";

/** Whether the policy may see objects that the API server holds in types of its own. */
export function mayBeBuiltIn(match: readonly MatchEntry[]): boolean {
  return match.some((entry) => builtInGroups.some((group) => groupCovers(entry.group, group)));
}

/**
 * `'x' == oldObject.spec.a` for `oldObject.spec.a == 'x'`, where that may be a list or map. Of built-in kinds these are
 * compared with their own sort alone, and anything else is an error (measured on 1.37.1: "no such overload", of `==` and
 * not of `!=`). A text or number on the left is equal to no list or map.
 */
export const withConstantsFirst = once((node: Expression): Expression => {
  const inside = mapChildren(node, withConstantsFirst);
  if (inside.kind !== "binary" || inside.operator !== "==" || inside.ofAnyType !== true) return inside;
  return { ...inside, left: inside.right, right: inside.left };
});
