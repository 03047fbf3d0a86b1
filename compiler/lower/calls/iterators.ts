import { type CallExpression, Node } from "ts-morph";

/** Methods that give an iterator: of lists, of sets and maps, of text. */
const iterating: ReadonlySet<string> = new Set(["entries", "keys", "matchAll", "values"]);

/** What goes through an iterator at once, and makes a list, a set or a map of it. */
const goingThrough: ReadonlySet<string> = new Set(["Array.from", "Map", "Object.fromEntries", "Set"]);

/**
 * `const names = map.keys()`: an iterator gives what it has once, and whoever asks it again finds nothing. CEL has lists
 * alone, which would give it again.
 */
export function isIteratorForLater(node: CallExpression): boolean {
  const callee = node.getExpression();
  if (!Node.isPropertyAccessExpression(callee) || !iterating.has(callee.getName())) return false;
  return !isGoneThrough(node) && node.getType().getSymbol()?.getName().endsWith("Iterator") === true;
}

function isGoneThrough(node: Node): boolean {
  const parent = node.getParent();
  if (Node.isParenthesizedExpression(parent)) return isGoneThrough(parent);
  if (Node.isSpreadElement(parent)) return true;
  if (Node.isForOfStatement(parent)) return parent.getExpression() === node;
  const isCall = Node.isCallExpression(parent) || Node.isNewExpression(parent);
  return isCall && goingThrough.has(parent.getExpression().getText());
}
