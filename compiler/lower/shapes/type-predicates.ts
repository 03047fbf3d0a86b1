import { type BinaryExpression, type Expression, Node, SyntaxKind, type Type, type TypePredicateNode } from "ts-morph";
import { scalarKindOf } from "./scalar-shapes.ts";
import { withoutParentheses } from "./type-of.ts";

/**
 * `(x: unknown): x is Thing` asserts a type that nothing checks; of an object it says what fields that has, and what
 * only leaves out `undefined` has to look at it.
 */
export function isUnchecked(node: TypePredicateNode): boolean {
  const name = node.getParameterNameNode().getText();
  const owner = node.getParent();
  const parameter = Node.isParametered(owner) ? owner.getParameters().find((one) => one.getName() === name) : undefined;
  const type = parameter?.getType();
  if (type === undefined || type.isAny()) return true;
  if (type.isUnknown()) return !asksForType(owner, name, node.getTypeNode()?.getText());
  if (!type.isUnion() && !type.isTypeParameter()) return false;
  return !(leavesOutNothing(type, node) || areTexts(type, node)) || !looksForPresence(owner, name);
}

/** `(x: unknown): x is string => typeof x === "string"`, which TypeScript would have found out itself. */
function asksForType(owner: Node, name: string, told: string | undefined): boolean {
  const text = answerOf(owner)?.getText();
  return ["string", "number", "boolean"].some((type) => told === type && text === `typeof ${name} === "${type}"`);
}

/** `x is "a" | "b"` of `string | undefined`: a text is a text, whichever it is. */
function areTexts(type: Type, node: TypePredicateNode): boolean {
  const told = node.getTypeNode()?.getType();
  const left = membersOf(type).filter((one) => !one.isUndefined() && !one.isNull());
  return told !== undefined && [...left, ...membersOf(told)].every((one) => scalarKindOf(one) === "string");
}

/** `x is T` of `T | undefined`, and `x is NonNullable<T>` of `T`. */
function leavesOutNothing(type: Type, node: TypePredicateNode): boolean {
  const told = node.getTypeNode();
  if (told === undefined) return false;
  if (told.getText() === `NonNullable<${type.getText(node)}>`) return true;
  const left = membersOf(type).filter((one) => !one.isUndefined() && !one.isNull());
  const named = new Set(membersOf(told.getType()).map(({ compilerType }) => compilerType));
  return left.length === named.size && left.every(({ compilerType }) => named.has(compilerType));
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnion() ? type.getUnionTypes() : [type];
}

/** Whether the function is certainly false of what is absent. */
function looksForPresence(owner: Node, name: string): boolean {
  const answer = answerOf(owner);
  return answer !== undefined && isFalseOfNothing(answer, name);
}

function answerOf(owner: Node): Expression | undefined {
  const body = Node.isArrowFunction(owner) || Node.isFunctionDeclaration(owner) ? owner.getBody() : undefined;
  if (Node.isExpression(body)) return body;
  const [only, ...others] = Node.isBlock(body) ? body.getStatements() : [];
  return Node.isReturnStatement(only) && others.length === 0 ? only.getExpression() : undefined;
}

function isFalseOfNothing(answer: Expression, name: string): boolean {
  const node = withoutParentheses(answer);
  if (node.getText() === `!!${name}` || node.getText() === `Boolean(${name})` || looksAmongTexts(node, name)) return true;
  if (!Node.isBinaryExpression(node)) return false;
  const [left, operator, right] = [node.getLeft(), node.getOperatorToken().getText(), node.getRight()];
  if (operator === "&&") return isFalseOfNothing(left, name) || isFalseOfNothing(right, name);
  if (operator === "||") return isFalseOfNothing(left, name) && isFalseOfNothing(right, name);
  return comparesWithSomething(node, name);
}

/** `NAMES.includes(x as Name)` and `NAMES.has(x as Name)`, of texts. */
function looksAmongTexts(node: Expression, name: string): boolean {
  const callee = Node.isCallExpression(node) ? node.getExpression() : undefined;
  if (!Node.isCallExpression(node) || !Node.isPropertyAccessExpression(callee)) return false;
  const [argument, ...others] = node.getArguments();
  const asked = Node.isAsExpression(argument) ? argument.getExpression() : argument;
  if (asked?.getText() !== name || others.length > 0) return false;
  const list = callee.getExpression().getType();
  const element = callee.getName() === "includes" ? list.getArrayElementType() : setElementOf(list, callee.getName());
  return element !== undefined && membersOf(element).every((one) => scalarKindOf(one) === "string");
}

function setElementOf(type: Type, method: string): Type | undefined {
  const isSet = ["Set", "ReadonlySet"].includes(type.getSymbol()?.getName() ?? "");
  return isSet && method === "has" ? type.getTypeArguments()[0] : undefined;
}

function comparesWithSomething(node: BinaryExpression, name: string): boolean {
  const [left, operator, right] = [node.getLeft(), node.getOperatorToken().getText(), node.getRight()];
  if (operator === "===" && left.getText() === name && Node.isStringLiteral(right)) return true;
  if (node.getText() === `${name} != null` || node.getText() === `${name} != undefined`) return true;
  const isOfType = left.isKind(SyntaxKind.TypeOfExpression) && left.getExpression().getText() === name;
  if (isOfType)
    return operator === "===" && Node.isStringLiteral(right) && !["undefined", "object"].includes(right.getLiteralText());
  return operator === "!==" && left.getText() === name && isOnlyNothing(left.getType(), right);
}

/** `x !== undefined`, where `x` is not null. */
function isOnlyNothing(type: Type, compared: Expression): boolean {
  const nothing = membersOf(type).filter((one) => one.isUndefined() || one.isNull());
  return nothing.length === 1 && (nothing[0]?.isNull() === true ? "null" : "undefined") === compared.getText();
}
