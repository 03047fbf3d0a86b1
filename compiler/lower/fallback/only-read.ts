import { Node, SyntaxKind } from "ts-morph";
import type { Value } from "../value.ts";

/** Methods that change what they are called on. */
export const changing: ReadonlySet<string> = new Set([
  "add",
  "clear",
  "copyWithin",
  "delete",
  "fill",
  "pop",
  "push",
  "reverse",
  "set",
  "shift",
  "sort",
  "splice",
  "unshift",
]);

/** Lists and objects that a rule makes. */
const made: ReadonlySet<Value["kind"]> = new Set([
  "entries",
  "flat",
  "made objects",
  "keyed",
  "list",
  "mixed",
  "object",
  "pairs",
  "set",
] as const);

/** What is stored is frozen, and text cannot change: only what the rule has made can. */
function mayChange(value: Value): boolean {
  if (value.kind !== "dynamic") return made.has(value.kind);
  const { shape, path } = value;
  return path === undefined && !["string", "number", "boolean", "opaque"].includes(shape.kind);
}

/** The lists and objects in it may be changed through it. */
function holdsMade(value: Value): boolean {
  const inside = value.kind === "list" ? value.elements : value.kind === "object" ? [...value.properties.values()] : [];
  return inside.some(mayChange);
}

/**
 * Whether what the compiler knows of a list or object that the rule has made stays true: statements that it does not
 * lower may push to it, or hand it to a function that does.
 */
export function isOnlyRead(name: Node, value: Value): boolean {
  if (!mayChange(value)) return true;
  if (holdsMade(value)) return false;
  const around = name.getFirstAncestor(Node.isFunctionLikeDeclaration) ?? name.getSourceFile();
  const names = Node.isIdentifier(name) ? [name] : name.getDescendantsOfKind(SyntaxKind.Identifier);
  const texts = new Set(names.map((one) => one.getText()));
  const uses = around.getDescendantsOfKind(SyntaxKind.Identifier).filter((one) => texts.has(one.getText()));
  return uses.every((one) => names.includes(one) || isRead(one));
}

function isRead(use: Node): boolean {
  const parent = use.getParent();
  if (Node.isPropertyAccessExpression(parent)) {
    if (parent.getNameNode() === use) return true;
    return !changing.has(parent.getName()) && !isWrittenTo(parent);
  }
  if (Node.isElementAccessExpression(parent)) return !isWrittenTo(parent);
  return Node.isSpreadElement(parent) || Node.isSpreadAssignment(parent) || Node.isForOfStatement(parent);
}

/** `x.y = 1`, `x.y.z += 1`, `x[y]++`, `delete x.y` */
export function isWrittenTo(node: Node): boolean {
  const parent = node.getParent();
  if (parent === undefined) return false;
  if (Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent))
    return parent.getExpression() === node && (isWrittenTo(parent) || isChanged(parent));
  if (Node.isBinaryExpression(parent))
    return parent.getLeft() === node && /^(?:[^=!<>]|<<|>>>?|\*\*|&&|\|\||\?\?)?=$/.test(parent.getOperatorToken().getText());
  if (Node.isPrefixUnaryExpression(parent))
    return [SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken].includes(parent.getOperatorToken());
  return Node.isPostfixUnaryExpression(parent) || Node.isDeleteExpression(parent);
}

const isChanged = (node: Node): boolean => Node.isPropertyAccessExpression(node) && changing.has(node.getName());
