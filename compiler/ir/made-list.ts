import type { Conditional, Expression } from "./expression.ts";

/**
 * A list that a rule has joined from others, `[first, ...names]`: it may be longer than any stored one may be to be iterated over,
 * and TypeScript iterates over it all the same. What has been filtered or mapped is as short as what it was made from.
 */
export function isMade(node: Expression): boolean {
  if (node.kind === "local") return isMade(node.definition);
  if (node.kind === "sequence") return isMade(node.then);
  return node.kind === "binary" && node.operator === "+";
}

/** The `? :` that `node` stands for, where it chooses between such a list and others. */
export function choiceOfMade(node: Expression): Conditional | undefined {
  if (node.kind === "local") return choiceOfMade(node.definition);
  if (node.kind === "sequence") return choiceOfMade(node.then);
  if (node.kind !== "conditional") return undefined;
  return [node.whenTrue, node.whenFalse].some((branch) => isMade(branch) || choiceOfMade(branch) !== undefined)
    ? node
    : undefined;
}
