import type { Expression } from "../ir/expression.ts";
import { mapChildren, once } from "../ir/visit.ts";

/** The same expression without locals: a match condition has no `variables`. */
export const inlined: (node: Expression) => Expression = once((node) =>
  node.kind === "local" ? inlined(node.definition) : mapChildren(node, inlined),
);
