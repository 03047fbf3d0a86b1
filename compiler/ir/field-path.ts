import type { Expression } from "./expression.ts";
import { once } from "./visit.ts";

/** `["spec", "x"]` of a read that starts at an object of the request, through the records that were tested on the way. */
export const fieldPath = once(findPath);

function findPath(node: Expression): readonly string[] | undefined {
  if (node.kind === "identifier") return node.name === "oldObject" || node.name === "object" ? [] : undefined;
  if (node.kind === "local") return fieldPath(node.definition);
  if (node.kind === "sequence") return fieldPath(node.then);
  if (node.kind === "conditional") return node.whenFalse.kind === "map" ? fieldPath(node.whenTrue) : undefined;
  // `oldObject.?spec.orValue(null)`: what a type test lets through.
  if (node.kind === "call" && node.function === "orValue" && node.receiver !== undefined) return findPath(node.receiver);
  if (node.kind !== "select") return undefined;
  const owner = fieldPath(node.operand);
  return owner === undefined ? undefined : [...owner, node.field];
}

/** Whether `path` is `field`, or a part of it. */
export function isWithinField(path: readonly string[], field: readonly string[]): boolean {
  return field.every((part, at) => path[at] === part);
}
