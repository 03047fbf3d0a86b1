import type {
  Beyond,
  Binary,
  Call,
  Comprehension,
  Conditional,
  Expression,
  Identifier,
  Index,
  Literal,
  Query,
  Variable,
} from "../expression.ts";
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
 * beside its children for the limits. A limit has to be about the object that the iteration is about. Where no part
 * changes it is the node itself, which keeps what has been worked out about it.
 */
export function mapChildren(node: Expression, change: Change): Expression {
  switch (node.kind) {
    case "literal":
    case "identifier":
    case "variable":
      return node;
    case "select":
    case "not": {
      const operand = change(node.operand);
      return operand === node.operand ? node : { ...node, operand };
    }
    case "index":
      return changedIndex(node, change);
    case "call":
      return changedCall(node, change);
    case "binary":
      return changedBinary(node, change);
    case "conditional":
      return changedConditional(node, change);
    case "list": {
      const elements = changedAll(node.elements, change);
      return elements === node.elements ? node : { ...node, elements };
    }
    default:
      return changedOther(node, change);
  }
}

type Change = (child: Expression) => Expression;

/** The kinds that are most of every tree one by one: this is half of what becomes of a tree in a compilation. */
function changedIndex(node: Index, change: Change): Expression {
  const operand = change(node.operand);
  const index = change(node.index);
  return operand === node.operand && index === node.index ? node : { ...node, operand, index };
}

function changedCall(node: Call, change: Change): Expression {
  const receiver = node.receiver && change(node.receiver);
  const changed = changedAll(node.arguments, change);
  return receiver === node.receiver && changed === node.arguments ? node : { ...node, receiver, arguments: changed };
}

function changedBinary(node: Binary, change: Change): Expression {
  const left = change(node.left);
  const right = change(node.right);
  return left === node.left && right === node.right ? node : { ...node, left, right };
}

function changedConditional(node: Conditional, change: Change): Expression {
  const condition = change(node.condition);
  const whenTrue = change(node.whenTrue);
  const whenFalse = change(node.whenFalse);
  const isSame = condition === node.condition && whenTrue === node.whenTrue && whenFalse === node.whenFalse;
  return isSame ? node : { ...node, condition, whenTrue, whenFalse };
}

function changedAll(parts: readonly Expression[], change: Change): readonly Expression[] {
  const changed = parts.map((part) => change(part));
  return changed.every((part, at) => part === parts[at]) ? parts : changed;
}

type Other = Extract<Expression, { kind: "local" | "map" | "comprehension" | "sequence" | "demand" | "query" | "beyond" }>;

function changedOther(node: Other, change: Change): Expression {
  const parts = partsOf(node);
  const changed = changedAll(parts, change);
  return changed === parts ? node : withParts(node, changed.values());
}

/** Its children, and what a comprehension keeps beside them. */
function partsOf(node: Other): readonly Expression[] {
  if (node.kind !== "comprehension") return children(node);
  const { elementTest, inside = [] } = node;
  return [...children(node), ...(elementTest === undefined ? [] : [elementTest]), ...inside.map(({ range }) => range)];
}

/** `parts` are in the order of `partsOf`. */
function withParts(node: Other, parts: Iterator<Expression>): Expression {
  const next = (): Expression => parts.next().value as Expression;
  switch (node.kind) {
    case "local":
      return { ...node, definition: next() };
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

/** The variables that it reads, in the order in which it does. */
export const variablesReadIn = namesOfAll("variable");

const identifiersIn = namesOfAll("identifier");

function namesOfAll(kind: "identifier" | "variable"): (node: Expression) => ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set();
  const namesIn: (node: Expression) => ReadonlySet<string> = once((node) =>
    node.kind === kind ? new Set([node.name]) : children(node).map(namesIn).reduce(together, none),
  );
  return namesIn;
}

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
