import { Node } from "ts-morph";

/** Objects of the author's have a prototype: `{}.toString` is there. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** No inherited value is equal to a text, so that `({})[key] === text` is what it is for a map. */
export function isComparedWithText(node: Node): boolean {
  const parent = node.getParent();
  if (!Node.isBinaryExpression(parent) || !["===", "!=="].includes(parent.getOperatorToken().getText())) return false;
  const other = parent.getLeft() === node ? parent.getRight() : parent.getLeft();
  return other.getType().isString() || other.getType().isStringLiteral();
}
