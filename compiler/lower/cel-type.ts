import { resultType } from "../cel/emitted.ts";
import { type Call, type Expression, call, doubleLiteral } from "../ir/expression.ts";

/**
 * Whether CEL's type checker knows nothing of `node`: what was read from an object may have any type. Of two branches
 * it takes the type that says more.
 */
export function isDyn(node: Expression): boolean {
  switch (node.kind) {
    case "identifier":
      return node.name !== "request" && node.name !== "namespaceObject";
    case "select":
    case "index":
      return isDyn(node.operand);
    case "call":
      return resultType(node)?.kind === "dyn" || isDynAlternative(node);
    case "conditional":
      return isDyn(node.whenTrue) && isDyn(node.whenFalse);
    case "local":
      return isDyn(node.definition);
    case "sequence":
      return isDyn(node.then);
    default:
      return false;
  }
}

function isDynAlternative({ function: name, receiver, arguments: [other] }: Call): boolean {
  if (receiver === undefined || other === undefined || !isDyn(receiver)) return false;
  return name === "orValue" || (name === "or" && isDyn(other));
}

/** Whether CEL's type checker knows that `node` is a double. */
export function isDouble(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "number" && (node.isDouble === true || !Number.isInteger(node.value));
    case "call":
      return resultType(node)?.kind === "double" || isDoubleAlternative(node);
    case "binary":
      return arithmeticOperators.has(node.operator) && (isDouble(node.left) || isDouble(node.right));
    case "conditional":
      return isDouble(node.whenTrue) || isDouble(node.whenFalse);
    case "local":
      return isDouble(node.definition);
    case "sequence":
      return isDouble(node.then);
    default:
      return false;
  }
}

function isDoubleAlternative({ function: name, receiver }: Call): boolean {
  return name === "orValue" && receiver !== undefined && holdsDouble(receiver);
}

/** Whether CEL's type checker knows that the optional `node` holds a double, if it holds something. */
export function holdsDouble(node: Expression): boolean {
  switch (node.kind) {
    case "call":
      if (node.function === "optional.of") return node.arguments.some(isDouble);
      return node.function === "or" && [node.receiver, ...node.arguments].some((one) => one !== undefined && holdsDouble(one));
    case "conditional":
      return holdsDouble(node.whenTrue) || holdsDouble(node.whenFalse);
    case "local":
      return holdsDouble(node.definition);
    case "sequence":
      return holdsDouble(node.then);
    default:
      return false;
  }
}

const arithmeticOperators: ReadonlySet<string> = new Set(["+", "-", "*", "/"]);

/**
 * Two expressions that may stand on both sides of a `:`; an int and a double may not, unless their types are hidden.
 */
export function withOneType(left: Expression, right: Expression): readonly [Expression, Expression] {
  if (isDouble(left) === isDouble(right)) return [left, right];
  return isDouble(left) ? [withoutType(left), right] : [left, withoutType(right)];
}

/**
 * What stands in where the optional `node` holds nothing. CEL's checker wants it of the type of what is held, and a
 * double would make it want one of what may be an int.
 */
export function standInFor(node: Expression, fallback: Expression): Expression {
  if (holdsDouble(node) === isDouble(fallback)) return fallback;
  if (isDouble(fallback) || fallback.kind !== "literal") return withoutType(fallback);
  return typeof fallback.value === "number" ? doubleLiteral(fallback.value, fallback.span) : fallback;
}

/** The same for CEL's checker without its type. */
export function withoutType(node: Expression): Expression {
  return call("dyn", [node], node.span);
}

/**
 * What CEL makes of a list with elements of the same type. Where its checker knows none it would take the type of the
 * first function that they are given to: `x` of `list.reverse().exists(x, size(x) > 1)` would be `bytes`.
 */
export function ofSameElements(made: Expression, list: Expression): Expression {
  return isDyn(list) ? withoutType(made) : made;
}
