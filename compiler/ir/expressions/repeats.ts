import { type Binary, type Expression, binary } from "../expression.ts";
import { identity } from "./identity.ts";
import { mapChildren, once } from "./visit.ts";

/** `a || b || a` is `a || b`, and so for `&&`: what was asked before has the same answer. */
export const withoutRepeats: (node: Expression) => Expression = once((node) => {
  const inner = mapChildren(node, withoutRepeats);
  if (inner.kind !== "binary" || (inner.operator !== "||" && inner.operator !== "&&")) return inner;
  const operands = operandsOf(inner, inner.operator);
  const seen = new Set<string>();
  const different = operands.filter((operand) => !seen.has(identity(operand)) && seen.add(identity(operand)));
  // One alone may be dyn for CEL, and the whole has to be a bool.
  if (different.length === operands.length || different.length === 1) return inner;
  return different.reduce((left, right) => binary(left, inner.operator, right, inner.span));
});

export function operandsOf(node: Expression, operator: Binary["operator"]): readonly Expression[] {
  if (node.kind !== "binary" || node.operator !== operator) return [node];
  return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)];
}
