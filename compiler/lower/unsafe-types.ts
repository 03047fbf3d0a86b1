import { Node, type SourceFile, SyntaxKind } from "ts-morph";
import type { Scope } from "./scope.ts";

/** The compiler believes types, so whatever makes them lie is rejected wherever it stands in a policy. */
export function reportUnsafeTypes(file: SourceFile, scope: Scope): void {
  file.forEachDescendant((node) => {
    if (node.getKind() === SyntaxKind.AnyKeyword) scope.reject("any-type", node, { text: node.getText() });
    if (Node.isNonNullExpression(node)) scope.reject("non-null-assertion", node, { text: node.getText() });
    if (Node.isTypePredicate(node)) scope.reject("type-assertion", node, { text: node.getText() });
    if (Node.isTypeAssertion(node)) scope.reject("type-assertion", node, { text: node.getText() });
    if (Node.isAsExpression(node) && node.getTypeNode()?.getText() !== "const") {
      scope.reject("type-assertion", node, { text: node.getText() });
    }
  });
  reportSuppressions(file, scope);
}

function reportSuppressions(file: SourceFile, scope: Scope): void {
  const path = scope.lowering.display(file);
  for (const match of file.getFullText().matchAll(/@ts-(ignore|expect-error|nocheck)/g)) {
    const span = { file: path, start: match.index, end: match.index + match[0].length };
    scope.lowering.bag.report("suppressed-check", span, { text: match[0] });
  }
}
