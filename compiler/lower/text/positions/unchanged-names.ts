import { type Identifier, Node } from "ts-morph";
import { isAssignedTo } from "../../statements/assigned-names.ts";

/** Without what changes nothing at run time: parentheses, `!`, `as`. */
export function bare(node: Node): Node {
  const isWrapped = Node.isParenthesizedExpression(node) || Node.isNonNullExpression(node) || Node.isAsExpression(node);
  return isWrapped ? bare(node.getExpression()) : node;
}

export function declarationOf(name: Identifier): Node | undefined {
  return name.getSymbol()?.getValueDeclaration();
}

/**
 * The same for whatever reads the same value: a name that never gets another, or a field of a parameter
 * (`oldObject.metadata.name`). Undefined for all else.
 */
export function keyOf(read: Node): string | undefined {
  const node = bare(read);
  if (Node.isIdentifier(node)) return keyOfName(node);
  const field = fieldOf(node);
  const isPart = Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node);
  const owner = isPart && field !== undefined ? bare(node.getExpression()) : undefined;
  if (owner === undefined || (Node.isIdentifier(owner) && !isGiven(declarationOf(owner)))) return undefined;
  const key = keyOf(owner);
  return key === undefined ? undefined : `${key}.${JSON.stringify(field)}`;
}

function keyOfName(name: Identifier): string | undefined {
  const declaration = declarationOf(name);
  const isName =
    Node.isVariableDeclaration(declaration) || Node.isParameterDeclaration(declaration) || Node.isBindingElement(declaration);
  if (!isName || isAssignedTo(declaration, name.getText())) return undefined;
  return `${declaration.getSourceFile().getFilePath()}:${declaration.getPos()}`;
}

function fieldOf(node: Node): string | undefined {
  if (Node.isPropertyAccessExpression(node)) return node.getName();
  const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined;
  return Node.isStringLiteral(argument) ? argument.getLiteralText() : undefined;
}

/** A parameter, or a part of one: nobody changes what it holds. */
function isGiven(declaration: Node | undefined): boolean {
  if (Node.isBindingElement(declaration)) return isGiven(declaration.getParent().getParent());
  return Node.isParameterDeclaration(declaration);
}
