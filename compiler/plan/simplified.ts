import { isBooleanInCel } from "../ir/expressions/boolean-in-cel.ts";
import type { Call, Expression } from "../ir/expression.ts";
import { identity } from "../ir/expressions/identity.ts";
import { mapChildren, once } from "../ir/expressions/visit.ts";

/**
 * The same without constants that decide nothing: `true && a` is `a`, `a || false` is `a`, `false ? a : b` is `b`; and `a.or(a)` is `a`. They are left
 * where something was evaluated for its size alone, which the limits have said before.
 */
export const simplified: (node: Expression) => Expression = once((node) => {
  // What it stands before has been limited by now, and of a sequence only the end is written.
  if (node.kind === "sequence") return simplified(node.then);
  const inner = mapChildren(node, simplified);
  if (inner.kind === "not" && inner.operand.kind === "literal") return { ...inner.operand, value: inner.operand.value !== true };
  if (inner.kind === "conditional" && inner.condition.kind === "literal")
    return inner.condition.value === true ? inner.whenTrue : inner.whenFalse;
  if (isAlternativeToItself(inner)) return inner.receiver;
  if (inner.kind !== "binary" || (inner.operator !== "&&" && inner.operator !== "||")) return inner;
  const { left, right, operator } = inner;
  const neutral = operator === "&&";
  if (isConstant(left)) return left.value === neutral ? whole(right, inner) : left;
  if (isConstant(right)) return right.value === neutral ? whole(left, inner) : right;
  return inner;
});

/** As where a guard reads the fallback of a mark in the place of the mark. */
function isAlternativeToItself(node: Expression): node is Call & { readonly receiver: Expression } {
  if (node.kind !== "call" || node.function !== "or" || node.receiver === undefined) return false;
  const [other] = node.arguments;
  return other !== undefined && identity(node.receiver) === identity(other);
}

function isConstant(node: Expression): node is Extract<Expression, { kind: "literal" }> {
  return node.kind === "literal" && typeof node.value === "boolean";
}

/** What is left alone has to be a bool for CEL, and not only dyn. */
function whole(rest: Expression, before: Expression): Expression {
  return isBooleanInCel(rest) || isConstant(rest) ? rest : before;
}
