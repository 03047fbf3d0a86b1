import { type Comprehension, type Expression, type Index, index, literal, variablesOf } from "../../ir/expression.ts";
import { once } from "../../ir/once.ts";
import { mapChildren, mentions } from "../../ir/expressions/visit.ts";
import { isOfOne } from "./always-evaluated.ts";

/**
 * Names one after the other instead of one inside another: `[[a].map(x, b)[0]].map(y, c)` is `[a].map(x, b).map(y, c)`,
 * and `list.map(i, [a].map(x, b)[0])` is `list.map(i, a).map(x, b)` where `b` does not need `i`.
 */
export const asOneList: (node: Expression) => Expression = once((node) => {
  const inner = mapChildren(node, asOneList);
  return inner.kind === "comprehension" ? inTurn(withoutBrackets(inner)) : inner;
});

function withoutBrackets(node: Comprehension): Comprehension {
  const [element, ...others] = node.range.kind === "list" ? node.range.elements : [];
  return element !== undefined && others.length === 0 && isOnlyElement(element) ? { ...node, range: element.operand } : node;
}

function inTurn(node: Comprehension): Comprehension {
  const { method, body, entries, span } = node;
  if (method !== "map" || !isOnlyElement(body)) return node;
  const last = body.operand;
  if (mentions(last.body, variablesOf(node))) return node;
  const before = last.range.kind === "list" ? last.range.elements[0] : index(last.range, literal(0, span), span);
  if (before === undefined) return node;
  return { ...last, entries, range: inTurn({ ...node, body: before }) };
}

/** `[a].map(x, b)[0]` */
function isOnlyElement(node: Expression): node is Index & { readonly operand: Comprehension } {
  if (node.kind !== "index" || node.optional || node.operand.kind !== "comprehension") return false;
  const isFirst = node.index.kind === "literal" && node.index.value === 0;
  return isFirst && node.operand.method === "map" && isOfOne(node.operand);
}
