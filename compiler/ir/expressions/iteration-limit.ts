import type { Span } from "../../diagnostics/span.ts";
import { and, chooseBoolean, or } from "./boolean.ts";
import { sortLimit, splitLimit } from "../../language/limits.ts";
import {
  type Binary,
  type Call,
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
import { identity } from "./identity.ts";
import { negate } from "./negate.ts";
import { splitText } from "./parts-of-text.ts";
import { textSize } from "./text.ts";
import { once } from "../once.ts";
import { children, mapChildren, some } from "./visit.ts";

/**
 * Makes every iteration over a stored collection cheap: `size(x) <= 2000 && x.exists(...)`. What the guarded expression
 * says about a larger collection does not matter, because `exceedsLimit` (endings.ts) denies such a request first. What
 * TypeScript evaluates before has been said there, too.
 */
export const guardIterations: (node: Expression) => Expression = once((node) => {
  if (node.kind === "sequence") return guardSorting(node);
  const guarded = guardIteration(mapChildren(node, guardIterations));
  if (node.kind === "comprehension") return behindPartsOf(node, guarded);
  return guarded.kind === "call" || guarded.kind === "binary" ? guardSearch(node, guarded) : guarded;
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
 * `guarded`, an iteration over a list that the rule has joined from others, where these are small enough: the API server
 * evaluates it also behind a denial for one of them, and what costs too much no override opens.
 */
export function behindPartsOf({ method, range, bound, span }: Comprehension, guarded: Expression): Expression {
  const fits = bound === undefined ? partsFit(range) : undefined;
  if (fits === undefined) return guarded;
  if (method === "exists" || method === "all") return and(fits, guarded);
  return conditional(fits, [guarded, listLiteral([], span)], span);
}

/** The same of what goes through a list without a comprehension: `'a' in list`, `list.indexOf('a')`. */
function guardSearch(node: Expression, guarded: Call | Binary): Expression {
  const searched = listSearched(node);
  const fits = searched === undefined ? undefined : partsFit(searched);
  if (fits === undefined) return guarded;
  if (guarded.kind === "binary") return and(fits, guarded);
  const { receiver, span } = guarded;
  return receiver === undefined ? guarded : { ...guarded, receiver: conditional(fits, [receiver, listLiteral([], span)], span) };
}

/** Functions of lists that cost by the elements (apiserver: pkg/cel/library/cost.go). */
const elementFunctions = [
  "indexOf",
  "lastIndexOf",
  "join",
  "sum",
  "min",
  "max",
  "isSorted",
  "sort",
  "distinct",
  "flatten",
  "reverse",
];

function listSearched(node: Expression): Expression | undefined {
  if (node.kind === "binary") return node.operator === "in" ? node.right : undefined;
  if (node.kind !== "call" || node.counts === "characters") return undefined;
  return elementFunctions.includes(node.function) ? node.receiver : undefined;
}

/** bool: the stored lists that a list was joined from are small enough; undefined where there is none. */
function partsFit(list: Expression): Expression | undefined {
  const isLarge = partExceeded(list);
  const most = isLarge === undefined ? undefined : entriesWithin(list);
  if (most === undefined) return isLarge === undefined ? undefined : negate(isLarge);
  return binary(call("size", [guardIterations(list)], list.span), "<=", literal(most, list.span), list.span);
}

/** Most entries of a list whose parts are all within their limits, where that can be told. */
function entriesWithin(node: Expression): number | undefined {
  switch (node.kind) {
    case "local":
      return entriesWithin(node.definition);
    case "list":
      return node.elements.length;
    case "comprehension":
      return node.bound ?? entriesWithin(node.range);
    case "sequence":
      return countedWithin(node);
    case "binary": {
      const [left, right] = [entriesWithin(node.left), entriesWithin(node.right)];
      return left === undefined || right === undefined ? undefined : left + right;
    }
    default:
      return undefined;
  }
}

/** Where it is that list that has been iterated over, and no text: this has a length to be asked before it is split. */
function countedWithin({ first, then }: Sequence): number | undefined {
  const isCounted = first.kind === "comprehension" && identity(first.range) === identity(then);
  return isCounted && splitText(then) === undefined ? first.bound : undefined;
}

/** bool: a stored list is too large that TypeScript has copied, or one that a list was joined from; undefined without one. */
function partExceeded(node: Expression): Expression | undefined {
  if (node.kind === "local") return partExceeded(node.definition);
  if (node.kind === "sequence") return eitherOf(countExceeded(node.first), partExceeded(node.then));
  if (node.kind === "conditional") return ofBranches(node, partExceeded);
  return isMade(node) ? children(node).map(partExceeded).reduce(eitherOf, undefined) : undefined;
}

/** The same of the iteration that stands for the one that TypeScript copies it with. */
function countExceeded(node: Expression): Expression | undefined {
  if (node.kind === "conditional") return ofBranches(node, countExceeded);
  const isOfStored = node.kind === "comprehension" && node.bound !== undefined;
  return isOfStored ? sizeCompared(node, ">", node.bound) : undefined;
}

function ofBranches(
  { condition, whenTrue, whenFalse, span }: Conditional,
  exceeded: (branch: Expression) => Expression | undefined,
): Expression | undefined {
  const branches = [whenTrue, whenFalse].map(exceeded);
  if (branches.every((branch) => branch === undefined)) return undefined;
  const [first, second] = branches.map((branch) => branch ?? literal(false, span)) as [Expression, Expression];
  return chooseBoolean(guardIterations(condition), [first, second], span);
}

const eitherOf = (a: Expression | undefined, b: Expression | undefined): Expression | undefined =>
  a === undefined || b === undefined ? (a ?? b) : or(a, b);

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
    isMade(branch) ? (partExceeded(branch) ?? literal(false, span)) : larger(branch, bound, span),
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
 * iterated over, and TypeScript iterates over it anyway. What has been filtered or mapped is as short as what it
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
