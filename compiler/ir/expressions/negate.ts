import { once } from "../once.ts";
import { type Binary, type BinaryOperator, type Expression, binary, literal, not } from "../expression.ts";

/** Exact opposites. Stored numbers are never NaN, so `!(a < b)` is `a >= b`. */
const opposites: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

/** `!node`, pushed inward as far as it goes: authors say when to deny, CEL says when a request is valid. */
export const negate = once(negateNode);

function negateNode(node: Expression): Expression {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "boolean" ? literal(!node.value, node.span) : not(node, node.span);
    case "not":
      return node.operand;
    case "binary":
      return negateBinary(node);
    case "conditional":
      return { ...node, whenTrue: negate(node.whenTrue), whenFalse: negate(node.whenFalse) };
    case "comprehension":
      if (node.method === "exists") return { ...node, method: "all", body: negate(node.body) };
      if (node.method === "all") return { ...node, method: "exists", body: negate(node.body) };
      return not(node, node.span);
    case "sequence":
      return { ...node, then: negate(node.then) };
    default:
      return not(node, node.span);
  }
}

function negateBinary(node: Binary): Expression {
  if (node.operator === "&&") return binary(negate(node.left), "||", negate(node.right), node.span);
  if (node.operator === "||") return binary(negate(node.left), "&&", negate(node.right), node.span);
  if (isSizeAboveZero(node)) return { ...node, operator: "==" };
  const opposite = opposites[node.operator];
  return opposite === undefined ? not(node, node.span) : { ...node, operator: opposite };
}

/** `size(x) == 0` says it better than `size(x) <= 0`. */
function isSizeAboveZero({ operator, left, right }: Binary): boolean {
  const isSize = left.kind === "call" && left.function === "size";
  return operator === ">" && isSize && right.kind === "literal" && right.value === 0;
}
