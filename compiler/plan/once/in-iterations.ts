import { type Expression, type Local, variablesOf } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { once, onceHere } from "../../ir/once.ts";
import { children, mapChildren, mentions, onceBelow } from "../../ir/expressions/visit.ts";
import { freeNameIn } from "../free-name.ts";
import { asOneList } from "./one-list.ts";
import { isWorthAName, placedOnce, withoutLocal } from "./place-once.ts";

/**
 * Names what an iteration needs several times for one element, so that it is worked out and written once. CEL in
 * policies has no `let`; a list of one does the same:
 *
 *     [image.split(':')[0]].exists(repository, repository == 'a' || repository.endsWith('/a'))
 *
 * Every local that is left stands inside of an iteration, and depends on its variable; none is left after this.
 */
export const namedInIterations: (node: Expression) => Expression = once((node) =>
  hasLocals(node) ? asOneList(inIterations([])(node)) : node,
);

const hasLocals = onceBelow(({ kind }) => kind === "local");

/** `names` are the variables of the comprehensions around. */
function inIterations(names: readonly string[]): (node: Expression) => Expression {
  const inside = onceHere((node: Expression): Expression => {
    if (!hasLocals(node)) return node;
    if (node.kind !== "comprehension") return mapChildren(node, inside);
    const within = [...names, ...variablesOf(node)];
    return { ...node, range: inside(node.range), body: inIterations(within)(ofElement(node.body, within)) };
  });
  return inside;
}

/** The body of an iteration without the locals that are the same wherever they stand in it. */
function ofElement(body: Expression, names: readonly string[]): Expression {
  const one = outermostLocal(body);
  if (one === undefined) return body;
  const name = freeNameIn(body, names, one.name);
  return ofElement(withoutLocal(isWorthAName(one, body, name) ? placedOnce(body, one, name) : body, one), names);
}

/** None that is left holds it. */
function outermostLocal(body: Expression): Local | undefined {
  const found = new Map<string, Local>();
  const add = (node: Local): void => {
    const known = found.get(identity(node));
    if (known === undefined || known.namedBy === "compiler") found.set(identity(node), node);
  };
  const search = (inner: readonly string[]): ((node: Expression) => void) => {
    const seen = new Set<Expression>();
    const visit = (node: Expression): void => {
      if (seen.has(node) || !hasLocals(node)) return;
      seen.add(node);
      if (node.kind === "local" && !mentions(node, inner)) add(node);
      if (node.kind !== "comprehension") return children(node).forEach(visit);
      visit(node.range);
      search([...inner, ...variablesOf(node)])(node.body);
    };
    return visit;
  };
  search([])(body);
  return [...found.values()].toSorted((a, b) => levelsOf(b) - levelsOf(a))[0];
}

const levelsOf: (node: Expression) => number = once(
  (node) => Math.max(0, ...children(node).map(levelsOf)) + (node.kind === "local" ? 1 : 0),
);
