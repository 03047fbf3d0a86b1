import type { Expression } from "../ir/expression.ts";
import { negate } from "../ir/negate.ts";
import { mapChildren, once } from "../ir/visit.ts";

/** The same expression without locals: a match condition has no `variables`. What is turned round is turned round inside. */
export const inlined: (node: Expression) => Expression = once((node) => {
  if (node.kind === "local") return inlined(node.definition);
  return node.kind === "not" ? negate(inlined(node.operand)) : mapChildren(node, inlined);
});
