import type { Expression } from "../ir/expression.ts";
import type { SizeContext } from "./text-size.ts";

/** Whether the value is certainly a list, of which cel-go charges other costs than of text. */
export function yieldsList(node: Expression, around: SizeContext): boolean {
  const either = (...parts: readonly Expression[]): boolean => parts.some((part) => yieldsList(part, around));
  switch (node.kind) {
    case "list":
      return true;
    case "comprehension":
      return node.method === "filter" || node.method === "map";
    case "conditional":
      return either(node.whenTrue, node.whenFalse);
    case "binary":
      return node.operator === "+" && either(node.left, node.right);
    case "call":
      return (
        node.function === "split" || node.function === "findAll" || (node.function === "orValue" && either(...node.arguments))
      );
    case "variable":
      return either(...around.variables.filter(({ name }) => name === node.name).map(({ expression }) => expression));
    default:
      return false;
  }
}
