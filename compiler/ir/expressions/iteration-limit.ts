import type { Span } from "../../diagnostics/span.ts";
import { and, chooseBoolean, or } from "./boolean.ts";
import { sortLimit, splitLimit } from "../../language/limits.ts";
import {
  type Comprehension,
  type Expression,
  type Sequence,
  binary,
  type IterationInside,
  call,
  comprehension,
  conditional,
  listLiteral,
  literal,
  type Conditional,
} from "../expression.ts";
import { negate } from "./negate.ts";
import { splitText } from "./parts-of-text.ts";
import { textSize } from "./text.ts";
import { mapChildren, once, some } from "./visit.ts";

/**
 * Makes every iteration over a stored collection cheap: `size(x) <= 2000 && x.exists(...)`. What the guarded expression
 * says about a larger collection does not matter, because `exceedsLimit` (endings.ts) denies such a request first. What
 * TypeScript evaluates before has been said there, too.
 */
export const guardIterations: (node: Expression) => Expression = once((node) => {
  if (node.kind === "sequence") return guardSorting(node);
  return guardIteration(mapChildren(node, guardIterations));
});

/**
 * The same for a message, which stands behind `exceedsLimit` of itself in a `? :`, so that its sorting needs no guard.
 */
export const guardMessage: (node: Expression) => Expression = once((node) =>
  node.kind === "sequence" ? guardMessage(node.then) : guardIteration(mapChildren(node, guardMessage)),
);

/** The guard of one iteration, whose parts have theirs. */
export function guardIteration(node: Expression): Expression {
  if (node.kind !== "comprehension" || node.bound === undefined) return node;
  const fits = sizeCompared(node, "<=", node.bound);
  if (node.method === "exists" || node.method === "all") return and(fits, asMembership(node) ?? node);
  return conditional(fits, [node, listLiteral([], node.span)], node.span);
}

/**
 * `list.exists(x, x == 'a')` is `'a' in list`, which reads better and costs less: the length of the texts does not
 * count.
 */
function asMembership({ method, variable, range, body, entries, span }: Comprehension): Expression | undefined {
  if (method !== "exists" || body.kind !== "binary" || body.operator !== "==") return undefined;
  const isItem = (node: Expression): boolean => node.kind === "identifier" && node.name === variable;
  return isItem(body.left) && !some(body.right, isItem) ? { ...binary(body.right, "in", range, span), entries } : undefined;
}

/**
 * Sorting costs the square of what is sorted, and the API server evaluates every validation, also behind one that
 * failed.
 */
function guardSorting({ first, then }: Sequence): Expression {
  const guarded = guardIterations(then);
  if (first.kind !== "comprehension" || first.bound !== sortLimit) return guarded;
  return conditional(sizeCompared(first, "<=", sortLimit), [guarded, listLiteral([], then.span)], then.span);
}

/** bool: the collection itself is too large, then what is iterated over inside the iteration over it. */
export function sizesExceeded(node: Comprehension): readonly Expression[] {
  if (node.bound === undefined) return [];
  const { bound, inside = [] } = node;
  return [sizeCompared(node, ">", bound), ...inside.map((iteration) => insideExceeded(node, iteration, bound))];
}

function insideExceeded(node: Comprehension, { variable, range }: IterationInside, bound: number): Expression {
  const isLarge = binary(call("size", [guardIterations(range)], node.span), ">", literal(bound, node.span), node.span);
  const isOfElement = some(range, (part) => part.kind === "identifier" && part.name === variable);
  // An iteration over nothing iterates over nothing inside.
  if (!isOfElement) return and(negate(sizeIsZero(node)), isLarge);
  const { elementTest } = node;
  const test = elementTest === undefined ? undefined : renamed(elementTest, node.variable, variable);
  const body = test === undefined ? isLarge : and(test, isLarge);
  return comprehension({
    method: "exists",
    range: guardIterations(node.range),
    variable,
    body,
    bound: undefined,
    entries: bound,
    span: node.span,
  });
}

function sizeIsZero({ range, span }: Comprehension): Expression {
  return binary(call("size", [guardIterations(range)], span), "==", literal(0, span), span);
}

/** The same test of an element that goes by another name. */
function renamed(node: Expression, from: string, to: string): Expression {
  if (node.kind === "identifier") return node.name === from ? { ...node, name: to } : node;
  return mapChildren(node, (part) => renamed(part, from, to));
}

function sizeCompared(node: Comprehension, operator: "<=" | ">", bound: number): Expression {
  const isLarger = larger(node.range, bound, node.span);
  return operator === ">" ? isLarger : negate(isLarger);
}

/** Of a list that is chosen only what is stored is limited. */
function larger(range: Expression, bound: number, span: Span): Expression {
  const choice = choiceOfMade(range);
  if (choice === undefined) return largerItself(range, bound, span);
  const [whenTrue, whenFalse] = [choice.whenTrue, choice.whenFalse].map((branch) =>
    isMade(branch) ? literal(false, span) : larger(branch, bound, span),
  ) as [Expression, Expression];
  return chooseBoolean(guardIterations(choice.condition), [whenTrue, whenFalse], span);
}

/** The parts of a text cost by its length, too, which is asked first. */
function largerItself(range: Expression, bound: number, span: Span): Expression {
  const isLarger = binary(call("size", [guardIterations(range)], span), ">", literal(bound, span), span);
  const text = splitText(range);
  if (text === undefined) return isLarger;
  return or(binary(textSize(guardIterations(text), span), ">", literal(splitLimit, span), span), isLarger);
}

/** What has been limited by other means. */
export const unbounded: (node: Expression) => Expression = once((node) => {
  const inside = mapChildren(node, unbounded);
  return inside.kind === "comprehension" ? { ...inside, bound: undefined } : inside;
});

/**
 * A list that a rule has joined from others, `[first, ...names]`: it may be longer than any stored one may be to be
 * iterated over, and TypeScript iterates over it all the same. What has been filtered or mapped is as short as what it
 * was made from.
 */
export function isMade(node: Expression): boolean {
  if (node.kind === "local") return isMade(node.definition);
  if (node.kind === "sequence") return isMade(node.then);
  return node.kind === "binary" && node.operator === "+";
}

/** The `? :` that `node` stands for, where it chooses between such a list and others. */
function choiceOfMade(node: Expression): Conditional | undefined {
  if (node.kind === "local") return choiceOfMade(node.definition);
  if (node.kind === "sequence") return choiceOfMade(node.then);
  if (node.kind !== "conditional") return undefined;
  return [node.whenTrue, node.whenFalse].some((branch) => isMade(branch) || choiceOfMade(branch) !== undefined)
    ? node
    : undefined;
}
