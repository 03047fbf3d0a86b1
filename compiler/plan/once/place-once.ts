import {
  type Binary,
  type Expression,
  type Local,
  binary,
  comprehension,
  identifier,
  index,
  listLiteral,
  literal,
} from "../../ir/expression.ts";
import { operandsOf } from "../../ir/expressions/equivalents.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { isBooleanInCel, isOptional } from "../../ir/expressions/type-in-cel.ts";
import { once, onceHere } from "../../ir/once.ts";
import { children, mapChildren, onceBelow } from "../../ir/expressions/visit.ts";
import { printExpression } from "../../print/print.ts";
import { isAlwaysEvaluated } from "./always-evaluated.ts";

/** So many characters a name has to save, less where it saves work. */
const leastSaved = 15;

/** `[].map(, )[0]` and what else stands around a name. */
const aroundName = 15;

export function isWorthAName(one: Local, body: Expression, name: string): boolean {
  const uses = usesOf(one)(body);
  if (uses < 2 || isPath(one)) return false;
  const long = printExpression(unnamed(one)).length;
  const saved = (uses - 1) * long - uses * name.length - aroundName;
  return saved > (isWork(one) ? 0 : leastSaved);
}

/** `variables.sizes[name]` says as much as a name. */
function isPath(node: Expression): boolean {
  switch (node.kind) {
    case "local":
      return isPath(node.definition);
    case "select":
      return !node.optional && isPath(node.operand);
    case "index":
      return !node.optional && isPath(node.operand) && isPath(node.index);
    default:
      return ["identifier", "variable", "literal"].includes(node.kind);
  }
}

/** What takes longer than reading a field does. */
const isWork = onceBelow((part) => part.kind === "comprehension" || isTextWork(part));

const textWork: ReadonlySet<string> = new Set(["matches", "find", "findAll", "replace", "split", "join"]);

function isTextWork(node: Expression): boolean {
  return node.kind === "call" && textWork.has(node.function);
}

const unnamed: (node: Expression) => Expression = once((node) =>
  node.kind === "local" ? unnamed(node.definition) : node.kind === "sequence" ? unnamed(node.then) : mapChildren(node, unnamed),
);

/** How often the local would be written. */
function usesOf(one: Local): (node: Expression) => number {
  const wanted = identity(one);
  const count: (node: Expression) => number = onceHere((node) => {
    if (identity(node) === wanted) return 1;
    return children(node).reduce((sum, part) => sum + count(part), 0);
  });
  return count;
}

/**
 * The body with a name for the local at the innermost places that need it more than once. A name is worked out before
 * what it is for, so it stands only where the local would be evaluated in any case: no earlier, and of no other element.
 */
export function placedOnce(body: Expression, one: Local, name: string): Expression {
  const [uses, isAlways] = [usesOf(one), isAlwaysEvaluated(one)];
  const isPlace = (node: Expression): boolean => isAlways(node) && !isOptional(node);
  const bind = (node: Expression): Expression => bound(node, one, name);
  const placed: (node: Expression) => Expression = onceHere((node) => {
    if (uses(node) < 2) return node;
    if (isLogical(node)) return inOperands(node);
    const using = children(node).filter((part) => uses(part) > 0);
    const [first] = using;
    // What an optional holds cannot be taken out of a list: `[x][0].?y` is none.
    const isHere = using.length > 1 || (first !== undefined && isOptional(first));
    return isHere && isPlace(node) ? bind(node) : mapChildren(node, placed);
  });
  /** In `a && f(x) && g(x) && b` it is `f(x) && g(x)`. */
  const inOperands = (node: Binary): Expression => {
    const join = (parts: readonly Expression[]): Expression =>
      parts.reduce((left, right) => binary(left, node.operator, right, node.span));
    const operands = operandsOf(node, node.operator);
    const using = operands.flatMap((operand, at) => (uses(operand) > 0 ? [at] : []));
    const last = using.at(-1) ?? 0;
    const first = using.find((at) => at < last && isAlways(join(operands.slice(at, last + 1))));
    if (first === undefined) return join(operands.map(placed));
    const together = bind(join(operands.slice(first, last + 1)));
    return join([...operands.slice(0, first).map(placed), together, ...operands.slice(last + 1)]);
  };
  return placed(body);
}

function isLogical(node: Expression): node is Binary {
  return node.kind === "binary" && (node.operator === "&&" || node.operator === "||");
}

/** `[definition].exists(name, node)`, or `[definition].map(name, node)[0]` of what is no bool. */
function bound(node: Expression, one: Local, name: string): Expression {
  const { span } = node;
  const body = replaced(node, one, identifier(name, span));
  const parts = { range: listLiteral([one.definition], span), variable: name, body, bound: undefined, entries: 1, span };
  if (isBooleanInCel(node)) return comprehension({ method: "exists", ...parts });
  return index(comprehension({ method: "map", ...parts }), literal(0, span), span);
}

function replaced(root: Expression, one: Local, by: Expression): Expression {
  const wanted = identity(one);
  const replace: (node: Expression) => Expression = onceHere((node) =>
    identity(node) === wanted ? by : mapChildren(node, replace),
  );
  return replace(root);
}

/** The local in full, wherever it is left. */
export function withoutLocal(root: Expression, one: Local): Expression {
  const wanted = identity(one);
  const isIt = (node: Expression): node is Local => node.kind === "local" && identity(node) === wanted;
  const replace: (node: Expression) => Expression = onceHere((node) => {
    if (isIt(node)) return node.definition;
    if (node.kind === "not" && isIt(node.operand) && node.operand.namedBy === "compiler") return negate(node.operand.definition);
    return mapChildren(node, replace);
  });
  return replace(root);
}
