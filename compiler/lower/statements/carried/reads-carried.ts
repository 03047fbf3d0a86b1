import { Node, SyntaxKind } from "ts-morph";
import type { Scope } from "../../scope.ts";

/** Whether the expression reads what a loop around it carries. */
export function readsCarried(node: Node, { lowering }: Scope): boolean {
  if (lowering.carrying.size === 0) return false;
  const isOne = (one: Node): boolean => {
    const declaration = one.getSymbol()?.getValueDeclaration();
    return declaration !== undefined && lowering.carrying.has(declaration);
  };
  return Node.isIdentifier(node) ? isOne(node) : node.getDescendantsOfKind(SyntaxKind.Identifier).some(isOne);
}
