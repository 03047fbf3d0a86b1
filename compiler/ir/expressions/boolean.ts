import type { Span } from "../../diagnostics/span.ts";
import { type Expression, binary, conditional, literal, not, sequence } from "../expression.ts";
import { identity } from "./identity.ts";
import { mayEnd } from "./visit.ts";

export const isLiteral = (node: Expression, value: boolean): boolean => node.kind === "literal" && node.value === value;

/** `left && right`, without constants. */
export function and(left: Expression, right: Expression, span: Span = left.span): Expression {
  if (isLiteral(left, true)) return right;
  if (isLiteral(left, false) || isLiteral(right, true)) return left;
  if (isLiteral(right, false)) return behind(left, right);
  if (areOpposite(left, right)) return behind(left, literal(false, span));
  return binary(left, "&&", right, span);
}

/** `left || right`, without constants. */
export function or(left: Expression, right: Expression, span: Span = left.span): Expression {
  if (isLiteral(left, false)) return right;
  if (isLiteral(left, true) || isLiteral(right, false)) return left;
  if (isLiteral(right, true)) return behind(left, right);
  if (areOpposite(left, right)) return behind(left, literal(true, span));
  return binary(left, "||", right, span);
}

/** `a` and `!a` */
function areOpposite(left: Expression, right: Expression): boolean {
  if (left.kind === "not") return identity(left.operand) === identity(right);
  return right.kind === "not" && identity(right.operand) === identity(left);
}

/** The constant decides, and TypeScript has evaluated `left` before: it may have iterated over too many entries. */
function behind(left: Expression, constant: Expression): Expression {
  return mayEnd(left) ? sequence(left, constant) : constant;
}

/** `condition ? whenTrue : whenFalse` over booleans, as `&&` or `||` where one branch is a constant. */
export function chooseBoolean(condition: Expression, branches: readonly [Expression, Expression], span: Span): Expression {
  const [whenTrue, whenFalse] = branches;
  if (isLiteral(condition, true)) return whenTrue;
  if (isLiteral(condition, false)) return whenFalse;
  if (isLiteral(whenTrue, true)) return or(condition, whenFalse, span);
  if (isLiteral(whenTrue, false)) return and(opposite(condition), whenFalse, span);
  if (isLiteral(whenFalse, false)) return and(condition, whenTrue, span);
  if (isLiteral(whenFalse, true)) return or(opposite(condition), whenTrue, span);
  return chooseValue(condition, [whenTrue, whenFalse], span);
}

/** `condition ? whenTrue : whenFalse`, with the branches exchanged rather than a condition that begins with `!`. */
export function chooseValue(condition: Expression, branches: readonly [Expression, Expression], span: Span): Expression {
  if (condition.kind !== "not") return conditional(condition, branches, span);
  return conditional(condition.operand, [branches[1], branches[0]], span);
}

function opposite(condition: Expression): Expression {
  return condition.kind === "not" ? condition.operand : not(condition, condition.span);
}
