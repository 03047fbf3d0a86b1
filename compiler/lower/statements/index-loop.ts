import { type Expression, type ForStatement, type Identifier, Node, type PropertyAccessExpression, ts } from "ts-morph";
import { isOptionalRead } from "../expressions/demand.ts";
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
  /** `list?.length` */
  readonly isOptional: boolean;
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
  const end = position && endOf(node, position.getName());
  if (position?.getInitializer()?.getText() !== "0" || end === undefined || more.length > 1) return undefined;
  if (!stepsByOne(node, position.getName())) return undefined;
  const changed = assignedIn(node.getStatement());
  if ([position, ...more].some((one) => changed.has(one.getName()))) return undefined;
  const length = lengthOf(end);
  return length === undefined ? { node, position, end, list: undefined, isOptional: false } : overListOf(length, node, position);
}

/** A list that has a name, and that nothing in the loop changes. */
function overListOf(end: PropertyAccessExpression, node: ForStatement, position: Node): IndexLoop | undefined {
  const list = end.getExpression();
  const root = rootOf(list);
  const isOptional = isOptionalRead(end);
  // `spec?.names.length` throws where there is a `spec` without names.
  const isInChain = ts.isOptionalChain(end.compilerNode) && !isOptional;
  const isChanged = root === undefined || assignedIn(node.getStatement()).has(root.getText());
  return isInChain || isChanged ? undefined : { node, position, end, list, isOptional };
}

/** `i < end` */
function endOf(node: ForStatement, name: string): Expression | undefined {
  const condition = node.getCondition();
  if (!Node.isBinaryExpression(condition) || condition.getLeft().getText() !== name) return undefined;
  return condition.getOperatorToken().getText() === "<" ? withoutParentheses(condition.getRight()) : undefined;
}

function stepsByOne(node: ForStatement, name: string): boolean {
  return [`${name}++`, `++${name}`, `${name} += 1`].includes(node.getIncrementor()?.getText() ?? "");
}

/** `list.length`, also by a name: `let i = 0, n = list.length`, and in `list?.length ?? 0`. */
function lengthOf(written: Expression): PropertyAccessExpression | undefined {
  const end = bare(written, "0");
  if (Node.isPropertyAccessExpression(end)) return end.getName() === "length" ? end : undefined;
  const declaration = Node.isIdentifier(end) ? end.getSymbol()?.getValueDeclaration() : undefined;
  const initializer = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
  return initializer !== undefined && !Node.isIdentifier(bare(initializer, "0")) ? lengthOf(initializer) : undefined;
}

/** `spec` of `spec.containers`: a list that a call makes is another one each time. */
function rootOf(list: Expression): Identifier | undefined {
  const inner = bare(list);
  if (Node.isIdentifier(inner)) return inner;
  return Node.isPropertyAccessExpression(inner) ? rootOf(inner.getExpression()) : undefined;
}

/** Without what says that the list is there, or what stands in for one that is not: of that there are no elements. */
function bare(node: Expression, nothing = "[]"): Expression {
  const inner = withoutParentheses(node);
  if (Node.isNonNullExpression(inner)) return bare(inner.getExpression(), nothing);
  const isDefault = Node.isBinaryExpression(inner) && ["??", "||"].includes(inner.getOperatorToken().getText());
  return isDefault && inner.getRight().getText() === nothing ? bare(inner.getLeft(), nothing) : inner;
}

function isSame(one: Expression, other: Expression): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (Node.isIdentifier(a) || Node.isIdentifier(b)) return a.getText() === b.getText() && a.getSymbol() === b.getSymbol();
  if (!Node.isPropertyAccessExpression(a) || !Node.isPropertyAccessExpression(b)) return false;
  return a.getName() === b.getName() && isSame(a.getExpression(), b.getExpression());
}
