import { type CallExpression, type Expression, Node, SyntaxKind } from "ts-morph";
import { withoutParentheses } from "../shapes/type-of.ts";

/** Operators that give a name another value, and what they calculate with the one before; `=` with nothing. */
export const assignments: Readonly<Record<string, string>> = {
  "=": "",
  "+=": "+",
  "-=": "-",
  "*=": "*",
  "/=": "/",
  "%=": "%",
  "||=": "||",
  "&&=": "&&",
  "??=": "??",
};

const growing: ReadonlySet<string> = new Set([
  "push",
  "unshift",
  "pop",
  "shift",
  "splice",
  "reverse",
  "sort",
  "fill",
  "copyWithin",
]);

/** Of sets and maps. */
const changingKeyed: ReadonlySet<string> = new Set(["add", "clear", "delete", "set"]);

/** By function: names that something in it assigns to, or pushes to. Names that are shadowed may be among them. */
const known = new WeakMap<Node, ReadonlySet<string>>();

/** Whether what the name stands for changes, so that its value depends on the way there. */
export function isAssignedTo(declaration: Node, name: string): boolean {
  const around = functionOf(declaration);
  if (around === undefined) return false;
  const names = known.get(around) ?? new Set(around.getDescendants().flatMap((node) => assignedName(node) ?? []));
  known.set(around, names);
  return names.has(name);
}

/** Names that something in the node assigns to, or pushes to. Names that are shadowed may be among them. */
export function assignedIn(node: Node): ReadonlySet<string> {
  return new Set(node.getDescendants().flatMap((one) => assignedName(one) ?? []));
}

function assignedName(node: Node): string | undefined {
  const target = targetOf(node);
  return target !== undefined && Node.isIdentifier(target) ? target.getText() : undefined;
}

/** What is assigned to, or pushed to. */
export function targetOf(node: Node): Expression | undefined {
  if (Node.isBinaryExpression(node) && Object.hasOwn(assignments, node.getOperatorToken().getText()))
    return withoutParentheses(node.getLeft());
  if (Node.isPostfixUnaryExpression(node)) return withoutParentheses(node.getOperand());
  if (Node.isPrefixUnaryExpression(node) && isStep(node.getOperatorToken())) return withoutParentheses(node.getOperand());
  return Node.isCallExpression(node) ? grownBy(node) : undefined;
}

/** The list of `list.push(x)`. */
export function grownBy(node: CallExpression): Expression | undefined {
  const callee = node.getExpression();
  if (!Node.isPropertyAccessExpression(callee)) return undefined;
  const receiver = withoutParentheses(callee.getExpression());
  if (growing.has(callee.getName())) return receiver;
  return changingKeyed.has(callee.getName()) && isKeyed(receiver) ? receiver : undefined;
}

/** Quantities have an `add` as well. */
function isKeyed(node: Expression): boolean {
  const name = node.getType().getSymbol()?.getName();
  return name === "Set" || name === "Map";
}

export function isStep(token: SyntaxKind): boolean {
  return token === SyntaxKind.PlusPlusToken || token === SyntaxKind.MinusMinusToken;
}

/** The function that runs the node. What `list.forEach(...)` is given runs with what is around it. */
export function functionOf(node: Node): Node | undefined {
  const around = node.getFirstAncestor(Node.isFunctionLikeDeclaration);
  if (around === undefined || Node.isParameterDeclaration(node)) return around;
  return isBodyOfForEach(around) ? functionOf(around) : around;
}

function isBodyOfForEach(node: Node): boolean {
  const call = node.getParent();
  const callee = Node.isCallExpression(call) ? call.getExpression() : undefined;
  return (
    Node.isPropertyAccessExpression(callee) &&
    callee.getName() === "forEach" &&
    call?.getParent()?.getKind() === SyntaxKind.ExpressionStatement
  );
}

/** Methods whose result is a list of its own. */
const copying: ReadonlySet<string> = new Set([
  "map",
  "filter",
  "slice",
  "concat",
  "split",
  "flatMap",
  "toSorted",
  "toReversed",
  "toSpliced",
  "with",
  "reverse",
  "sort",
  "keys",
  "values",
  "entries",
]);

/**
 * Whether anything but the name may stand for the list, so that who pushes to it changes something else, too. `name` is
 * where it is pushed to.
 */
export function isSharedList(declaration: Node, name: string): boolean {
  const around = functionOf(declaration);
  if (!Node.isVariableDeclaration(declaration) || around === undefined) return true;
  const initializer = declaration.getInitializer();
  if (initializer !== undefined && !isOwnList(initializer)) return true;
  const uses = around.getDescendantsOfKind(SyntaxKind.Identifier).filter((one) => one.getText() === name);
  return uses.some((use) => use.getSymbol() === declaration.getSymbol() && isHandedOn(use));
}

function isOwnList(node: Expression): boolean {
  const inner = withoutParentheses(node);
  if (Node.isArrayLiteralExpression(inner) || Node.isNewExpression(inner)) return true;
  if (Node.isAsExpression(inner) || Node.isSatisfiesExpression(inner)) return isOwnList(inner.getExpression());
  const callee = Node.isCallExpression(inner) ? inner.getExpression() : undefined;
  return Node.isPropertyAccessExpression(callee) && copying.has(callee.getName());
}

/** `other = names`, `{ names }`, `f(names)` that gives a list or an object: what comes of it is the same list. */
function isHandedOn(use: Node): boolean {
  const parent = use.getParentOrThrow();
  if (Node.isVariableDeclaration(parent)) return parent.getInitializer() === use;
  if (Node.isBinaryExpression(parent)) {
    const isAssigned = parent.getLeft() === use && parent.getOperatorToken().getText() === "=";
    return isAssigned ? !isOwnList(parent.getRight()) : true;
  }
  if (Node.isCallExpression(parent)) return parent.getExpression() !== use && !isScalar(parent);
  const isRead = Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent);
  return !(
    isRead ||
    Node.isSpreadElement(parent) ||
    Node.isForOfStatement(parent) ||
    Node.isReturnStatement(parent) ||
    Node.isTemplateSpan(parent)
  );
}

function isScalar(call: CallExpression): boolean {
  const type = call.getType();
  return type.isString() || type.isNumber() || type.isBoolean();
}
