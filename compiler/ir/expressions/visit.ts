import type { Beyond, Comprehension, Expression, Identifier, Literal, Query, Variable } from "../expression.ts";
import { once } from "../once.ts";

function isLeaf(node: Expression): node is Literal | Identifier | Variable {
  return node.kind === "literal" || node.kind === "identifier" || node.kind === "variable";
}

const isAsked = (node: Expression): node is Query | Beyond => node.kind === "query" || node.kind === "beyond";

/** The parts of a node, in the order in which they print. The one place that knows a node's children. */
export function children(node: Expression): readonly Expression[] {
  if (isLeaf(node)) return [];
  if (isAsked(node)) return askedOf(node);
  switch (node.kind) {
    case "local":
      return [node.definition];
    case "select":
    case "not":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    case "call":
      return node.receiver === undefined ? node.arguments : [node.receiver, ...node.arguments];
    case "binary":
      return [node.left, node.right];
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flat();
    case "comprehension":
      return [node.range, node.body];
    case "sequence":
      return [node.first, node.then];
    case "demand":
      return [node.present];
  }
}

/**
 * The same node over other parts: each child replaced by what `change` makes of it, and so what a comprehension keeps
 * beside its children for the limits. A limit has to be about the object that the iteration is about.
 */
export function mapChildren(node: Expression, change: (child: Expression) => Expression): Expression {
  if (isLeaf(node)) return node;
  const parts = partsOf(node);
  const changed = parts.map(change);
  // The same node keeps what has been worked out about it.
  return changed.every((part, at) => part === parts[at]) ? node : withParts(node, changed.values());
}

/** Its children, and what a comprehension keeps beside them. */
function partsOf(node: Expression): readonly Expression[] {
  if (node.kind !== "comprehension") return children(node);
  const { elementTest, inside = [] } = node;
  return [...children(node), ...(elementTest === undefined ? [] : [elementTest]), ...inside.map(({ range }) => range)];
}

/** `parts` are in the order of `partsOf`. */
function withParts(node: Exclude<Expression, Literal | Identifier | Variable>, parts: Iterator<Expression>): Expression {
  const next = (): Expression => parts.next().value as Expression;
  switch (node.kind) {
    case "local":
      return { ...node, definition: next() };
    case "select":
    case "not":
      return { ...node, operand: next() };
    case "index":
      return { ...node, operand: next(), index: next() };
    case "call":
      return { ...node, receiver: node.receiver && next(), arguments: node.arguments.map(next) };
    case "binary":
      return { ...node, left: next(), right: next() };
    case "conditional":
      return { ...node, condition: next(), whenTrue: next(), whenFalse: next() };
    case "list":
      return { ...node, elements: node.elements.map(next) };
    case "map":
      return { ...node, entries: node.entries.map(() => [next(), next()] as const) };
    case "comprehension":
      return { ...node, range: next(), body: next(), ...limitsOf(node, next) };
    case "sequence":
      return { ...node, first: next(), then: next() };
    case "demand":
      return { ...node, present: next() };
    case "query":
      return { ...node, which: node.which.map((criterion) => ({ ...criterion, value: next() })) };
    case "beyond":
      return { ...node, reads: node.reads.map(next) };
  }
}

/** What is asked with, where only the webhook can answer. */
function askedOf(node: Query | Beyond): readonly Expression[] {
  return node.kind === "query" ? node.which.map(({ value }) => value) : node.reads;
}

function limitsOf({ elementTest, inside }: Comprehension, next: () => Expression): Pick<Comprehension, "elementTest" | "inside"> {
  return {
    ...(elementTest !== undefined && { elementTest: next() }),
    ...(inside !== undefined && { inside: inside.map((iteration) => ({ ...iteration, range: next() })) }),
  };
}

/** Whether `node` or anything below it satisfies `test`; what is shared is looked at once. */
export function some(node: Expression, test: (node: Expression) => boolean): boolean {
  const seen = new Set<Expression>();
  const search = (part: Expression): boolean => {
    if (seen.has(part)) return false;
    seen.add(part);
    return test(part) || children(part).some(search);
  };
  return search(node);
}

/**
 * Whether evaluating `node` may end before it has an answer, so that it matters when it is evaluated: it iterates over
 * a stored list or map, or demands what may be absent.
 */
export const mayEnd: Holds = onceBelow((part) => part.kind === "demand" || isLimited(part));

const isLimited = (node: Expression): boolean => node.kind === "comprehension" && node.bound !== undefined;

/** Whether it iterates over a stored list or map. */
export const iterationsStored: Holds = onceBelow(isLimited);

type Holds = (node: Expression) => boolean;

/** `some` of one test, worked out once for each node. */
export function onceBelow(test: Holds): Holds {
  const holds: Holds = once((node) => test(node) || children(node).some(holds));
  return holds;
}

/** Whether it reads any of these names: roots, and the variables of iterations. */
export function mentions(node: Expression, names: readonly string[]): boolean {
  return names.some((name) => identifiersIn(node).has(name));
}

const none: ReadonlySet<string> = new Set();

const identifiersIn: (node: Expression) => ReadonlySet<string> = once((node) => {
  if (node.kind === "identifier") return new Set([node.name]);
  return children(node).map(identifiersIn).reduce(together, none);
});

/** One of the two where the other has nothing new: most parts of a tree read the same names. */
function together(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  if ([...other].every((name) => one.has(name))) return one;
  return one.size === 0 ? other : new Set([...one, ...other]);
}

/** The API server has no authorizer in a `messageExpression`, nor in the variables that one needs. */
export const asksAuthorizer: Holds = onceBelow((part) => part.kind === "identifier" && part.name === "authorizer");

/** It asks what else there is in the cluster. */
export const asksCluster: Holds = onceBelow((part) => part.kind === "query");

/** Only the webhook can say it: it asks the cluster, or is beyond CEL. */
export const needsWebhook: Holds = onceBelow((part) => part.kind === "query" || part.kind === "beyond");
