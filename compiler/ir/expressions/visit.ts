import type { Beyond, Comprehension, Expression, Identifier, Literal, Query, Variable } from "../expression.ts";

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
  const changed = isAsked(node) ? mapAsked(node, change) : withParts(node, change);
  // The same node keeps what has been worked out about it.
  return haveSameParts(node, changed) ? node : changed;
}

function haveSameParts(one: Expression, other: Expression): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts.length === others.length && parts.every((part, at) => part === others[at]);
}

function partsOf(node: Expression): readonly unknown[] {
  if (node.kind !== "comprehension") return children(node);
  return [...children(node), node.elementTest, ...(node.inside ?? []).map(({ range }) => range)];
}

function withParts(
  node: Exclude<Expression, Literal | Identifier | Variable | Query | Beyond>,
  change: (child: Expression) => Expression,
): Expression {
  switch (node.kind) {
    case "local":
      return { ...node, definition: change(node.definition) };
    case "select":
    case "not":
      return { ...node, operand: change(node.operand) };
    case "index":
      return { ...node, operand: change(node.operand), index: change(node.index) };
    case "call":
      return {
        ...node,
        receiver: node.receiver === undefined ? undefined : change(node.receiver),
        arguments: node.arguments.map(change),
      };
    case "binary":
      return { ...node, left: change(node.left), right: change(node.right) };
    case "conditional":
      return {
        ...node,
        condition: change(node.condition),
        whenTrue: change(node.whenTrue),
        whenFalse: change(node.whenFalse),
      };
    case "list":
      return { ...node, elements: node.elements.map(change) };
    case "map":
      return { ...node, entries: node.entries.map(([key, value]) => [change(key), change(value)] as const) };
    case "comprehension":
      return { ...node, range: change(node.range), body: change(node.body), ...limitsOf(node, change) };
    case "sequence":
      return { ...node, first: change(node.first), then: change(node.then) };
    case "demand":
      return { ...node, present: change(node.present) };
  }
}

/** What is asked with, where only the webhook can answer. */
function askedOf(node: Query | Beyond): readonly Expression[] {
  return node.kind === "query" ? node.which.map(({ value }) => value) : node.reads;
}

function mapAsked(node: Query | Beyond, change: (child: Expression) => Expression): Expression {
  if (node.kind === "beyond") return { ...node, reads: node.reads.map(change) };
  return { ...node, which: node.which.map((criterion) => ({ ...criterion, value: change(criterion.value) })) };
}

function limitsOf(
  { elementTest, inside }: Comprehension,
  change: (part: Expression) => Expression,
): Pick<Comprehension, "elementTest" | "inside"> {
  return {
    ...(elementTest !== undefined && { elementTest: change(elementTest) }),
    ...(inside !== undefined && { inside: inside.map((iteration) => ({ ...iteration, range: change(iteration.range) })) }),
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
export const mayEnd = once((node) => some(node, (part) => part.kind === "demand" || isLimited(part)));

const isLimited = (node: Expression): boolean => node.kind === "comprehension" && node.bound !== undefined;

/** Whether it iterates over a stored list or map. */
export const iterationsStored = once((node) => some(node, isLimited));

/** The same function, which works out each node once: trees share their parts. */
export function once<Result, Node extends object = Expression>(compute: (node: Node) => Result): (node: Node) => Result {
  const results = new WeakMap<Node, { readonly result: Result }>();
  return (node) => {
    const known = results.get(node);
    if (known !== undefined) return known.result;
    const result = compute(node);
    results.set(node, { result });
    return result;
  };
}

/** The API server has no authorizer in a `messageExpression`, nor in the variables that one needs. */
export const asksAuthorizer = once((node) => some(node, (part) => part.kind === "identifier" && part.name === "authorizer"));

/** It asks what else there is in the cluster. */
export const asksCluster = once((node) => some(node, (part) => part.kind === "query"));

/** Only the webhook can say it: it asks the cluster, or is beyond CEL. */
export const needsWebhook = once((node) => some(node, (part) => part.kind === "query" || part.kind === "beyond"));
