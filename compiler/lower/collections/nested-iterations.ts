import { nestedLimit } from "../../language/limits.ts";
import type { Comprehension, Expression, IterationInside } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import type { NestedIteration } from "../../ir/policy.ts";
import { onceHere } from "../../ir/once.ts";
import { children, mapChildren } from "../../ir/expressions/visit.ts";

interface Limited {
  readonly expressions: readonly Expression[];
  readonly nestedIterations: readonly NestedIteration[];
}

interface Found {
  readonly outer: readonly string[];
  readonly inside: IterationInside;
  readonly inner: readonly string[];
}

/**
 * Where a collection is iterated over inside the iteration over another, reaching the outer one looks at the size of
 * both: an iteration that stops early in TypeScript would otherwise not see an inner one that is too large. Every
 * iteration over the same outer collection in the rule gets the same limit, wherever it stands.
 */
export function limitNestedIterations(expressions: readonly Expression[]): Limited {
  const found = expressions.flatMap(findNested);
  if (found.length === 0) return { expressions, nestedIterations: [] };
  const byOuter = Map.groupBy(found, ({ outer }) => keyOf(outer));
  const hasInside = new Set(found.filter(({ outer, inner }) => keyOf(outer) !== keyOf(inner)).map(({ outer }) => keyOf(outer)));
  const limitedBefore = (group: readonly Found[]): readonly Found[] =>
    group.filter(({ outer, inner }) => keyOf(inner) === keyOf(outer) || !hasInside.has(keyOf(inner)));
  const limit = onceHere((node: Expression): Expression => {
    const limited = mapChildren(node, limit);
    if (limited.kind !== "comprehension" || limited.path === undefined) return limited;
    const group = byOuter.get(keyOf(limited.path));
    if (group === undefined) return limited;
    const bounded = withInside(limited, limitedBefore(group));
    return hasInside.has(keyOf(limited.path)) ? reached(bounded) : bounded;
  });
  const nestedIterations = [...byOuter.values()].map((group) => ({
    outer: group[0]?.outer ?? [],
    inner: [...new Map(limitedBefore(group).map(({ inner }) => [keyOf(inner), inner])).values()],
  }));
  return { expressions: expressions.map(limit), nestedIterations };
}

const keyOf = (path: readonly string[]): string => path.join("\0");

/** What is iterated over for each of its elements is looked at when it is reached, and so is the collection itself. */
function reached(node: Comprehension): Comprehension {
  const isInside = node.bound !== undefined && (node.nesting ?? 0) > 0 && node.whenReached === undefined;
  return isInside ? { ...node, whenReached: true } : node;
}

function withInside(node: Comprehension, found: readonly Found[]): Comprehension {
  if (node.bound === undefined) return { ...node, entries: Math.min(node.entries, nestedLimit) };
  const distinct = new Map(found.map(({ inside }) => [`${inside.variable} ${identity(inside.range)}`, inside]));
  return { ...node, bound: nestedLimit, entries: nestedLimit, inside: [...distinct.values()] };
}

function findNested(root: Expression): readonly Found[] {
  const seen = new Set<Expression>();
  const visit = (node: Expression): readonly Found[] => {
    if (seen.has(node)) return [];
    seen.add(node);
    const own = node.kind === "comprehension" && node.path !== undefined ? insideOf(node, node.path) : [];
    return [...own, ...children(node).flatMap(visit)];
  };
  return visit(root);
}

function insideOf(outer: Comprehension, path: readonly string[]): readonly Found[] {
  const seen = new Set<Expression>();
  const visit = (node: Expression): readonly Found[] => {
    if (seen.has(node)) return [];
    seen.add(node);
    // A constant that iterates over was evaluated before, although it stands here.
    if (node.kind === "comprehension" && node.nesting !== undefined && node.nesting <= (outer.nesting ?? 0)) return [];
    const below = children(node).flatMap(visit);
    if (node.kind !== "comprehension" || node.bound === undefined || node.path === undefined) return below;
    if (node.nesting !== (outer.nesting ?? 0) + 1 || node.whenReached !== undefined) return below;
    const inside = { variable: outer.variable, range: node.range };
    return [{ outer: path, inside, inner: node.path }, ...below];
  };
  return visit(outer.body);
}
