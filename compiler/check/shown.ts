import type { Conditional } from "../ir/expression.ts";

/** `size(v) <= 63 && v.matches(...) ? '"' + v + '"' : ...`: what becomes of `show(v)`. */
export function isShown({ condition }: Conditional): boolean {
  if (condition.kind !== "binary" || condition.right.kind !== "call" || condition.right.function !== "matches") return false;
  const [pattern] = condition.right.arguments;
  return pattern?.kind === "literal" && pattern.value === "^[ -~]*$";
}
