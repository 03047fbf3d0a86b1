import { and, or } from "./boolean.ts";
import { type Expression, literal, not } from "./expression.ts";
import { identity } from "./identity.ts";

/** The alternatives of `a || b || c`. */
export function alternatives(node: Expression): readonly Expression[] {
  if (node.kind !== "binary" || node.operator !== "||") return [node];
  return [...alternatives(node.left), ...alternatives(node.right)];
}

/** `node`, where every expression in `untrue` is known to be false: `a || a && b || c` is `a || c`. */
export function assumeFalse(node: Expression, untrue: ReadonlySet<string>): Expression {
  if (untrue.has(identity(node))) return literal(false, node.span);
  if (node.kind === "not") return negated(assumeFalse(node.operand, untrue));
  if (node.kind !== "binary" || (node.operator !== "&&" && node.operator !== "||")) return node;
  const [left, right] = [assumeFalse(node.left, untrue), assumeFalse(node.right, untrue)];
  return node.operator === "&&" ? and(left, right, node.span) : or(left, right, node.span);
}

function negated(operand: Expression): Expression {
  return operand.kind === "literal" ? literal(operand.value === false, operand.span) : not(operand, operand.span);
}
