import { type Expression, type ForStatement, type Identifier, Node } from "ts-morph";
import { withoutParentheses } from "../shapes/type-of.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";
import { assignedIn } from "./assigned-names.ts";

/** `for (let i = 0; i < list.length; i++)` */
export interface IndexLoop {
  readonly node: ForStatement;
  /** Where `i` is declared. */
  readonly position: Node;
  /** What it is less than. */
  readonly end: Expression;
  /** What is gone through, where `end` is its length. */
  readonly list: Expression | undefined;
}

/** `list[i]` in such a loop; undefined everywhere else. */
export function elementOfLoop(node: Node, scope: Scope): Value | undefined {
  const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined;
  const loop = argument && Node.isIdentifier(argument) ? loopOf(argument) : undefined;
  return loop === undefined || !isElementOf(node, loop) ? undefined : scope.find(loop.node);
}

function loopOf(name: Identifier): IndexLoop | undefined {
  const declaration = name.getSymbol()?.getValueDeclaration();
  const around = declaration?.getParent()?.getParent();
  return Node.isForStatement(around) ? indexLoopOf(around) : undefined;
}

export function isElementOf(node: Node, { list }: IndexLoop): boolean {
  return Node.isElementAccessExpression(node) && list !== undefined && isSame(node.getExpression(), list);
}

/** Undefined where the loop is another one. */
export function indexLoopOf(node: ForStatement): IndexLoop | undefined {
  const declared = node.getInitializer();
  const [position, ...more] = Node.isVariableDeclarationList(declared) ? declared.getDeclarations() : [];
  const end = endOf(node, position?.getName());
  if (position?.getInitializer()?.getText() !== "0" || end === undefined || !stepsByOne(node, position.getName())) return undefined;
  const list = listOf(end);
  const root = list && rootOf(list);
  const changed = assignedIn(node.getStatement());
  const names = [position, ...more].map((one) => one.getName());
  const changes = names.some((name) => changed.has(name)) || changed.has(root?.getText() ?? "");
  return changes || more.length > 1 || (list !== undefined && root === undefined) ? undefined : { node, position, end, list };
}

/** `i < end` */
function endOf(node: ForStatement, name: string | undefined): Expression | undefined {
  const condition = node.getCondition();
  if (!Node.isBinaryExpression(condition) || condition.getLeft().getText() !== name) return undefined;
  return condition.getOperatorToken().getText() === "<" ? withoutParentheses(condition.getRight()) : undefined;
}

function stepsByOne(node: ForStatement, name: string): boolean {
  return [`${name}++`, `++${name}`, `${name} += 1`].includes(node.getIncrementor()?.getText() ?? "");
}

/** The list whose length the expression is, also by a name: `let i = 0, n = list.length`. */
function listOf(end: Expression): Expression | undefined {
  if (Node.isPropertyAccessExpression(end)) return end.getName() === "length" ? end.getExpression() : undefined;
  const declaration = Node.isIdentifier(end) ? end.getSymbol()?.getValueDeclaration() : undefined;
  const initializer = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
  return Node.isPropertyAccessExpression(initializer) ? listOf(initializer) : undefined;
}

/** `spec` of `spec.containers`: a list that a call makes is another one each time. */
function rootOf(list: Expression): Identifier | undefined {
  const inner = bare(list);
  if (Node.isIdentifier(inner)) return inner;
  return Node.isPropertyAccessExpression(inner) ? rootOf(inner.getExpression()) : undefined;
}

/** Without what says that the list is there, or what stands in for one that is not: of that there are no elements. */
function bare(node: Expression): Expression {
  const inner = withoutParentheses(node);
  if (Node.isNonNullExpression(inner)) return bare(inner.getExpression());
  const isDefault = Node.isBinaryExpression(inner) && ["??", "||"].includes(inner.getOperatorToken().getText());
  return isDefault && inner.getRight().getText() === "[]" ? bare(inner.getLeft()) : inner;
}

function isSame(one: Expression, other: Expression): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (Node.isIdentifier(a) || Node.isIdentifier(b)) return a.getText() === b.getText() && a.getSymbol() === b.getSymbol();
  if (!Node.isPropertyAccessExpression(a) || !Node.isPropertyAccessExpression(b)) return false;
  return a.getName() === b.getName() && isSame(a.getExpression(), b.getExpression());
}
