import { showLimit } from "../language/limits.ts";
import type { Conditional, Expression } from "../ir/expression.ts";

/** `size(v) <= 128 && v.matches(...) ? '"' + v + '"' : ...`: what becomes of `show(v)`, and of nothing that an author can write. */
export function isShown({ condition, whenFalse }: Conditional): boolean {
  const isReplaced = whenFalse.kind === "literal" && whenFalse.value === "(a value that cannot be shown)";
  return isReplaced && condition.kind === "binary" && isShort(condition.left) && isPrintable(condition.right);
}

function isShort(node: Expression): boolean {
  if (node.kind !== "binary" || node.operator !== "<=") return false;
  const { left, right } = node;
  return left.kind === "call" && left.function === "size" && right.kind === "literal" && right.value === showLimit;
}

function isPrintable(node: Expression): boolean {
  const [pattern] = node.kind === "call" && node.function === "matches" ? node.arguments : [];
  return pattern?.kind === "literal" && pattern.value === "^[ -~]*$";
}
