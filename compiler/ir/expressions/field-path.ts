import { type Expression, not } from "../expression.ts";
import { once } from "../once.ts";
import { or } from "./boolean.ts";
import type { RuleIr } from "../policy.ts";

/**
 * `["spec", "x"]` of a read that starts at an object of the request, through the records that were tested on the way;
 * or at another root.
 */
export function fieldPath(node: Expression, root?: "namespaceObject"): readonly string[] | undefined {
  return root === undefined ? ofObject(node) : ofNamespace(node);
}

const ofObject = once((node) => findPath(node, (name) => name === "oldObject" || name === "object"));
const ofNamespace = once((node) => findPath(node, (name) => name === "namespaceObject"));

function findPath(node: Expression, isRoot: (name: string) => boolean): readonly string[] | undefined {
  const inside = (part: Expression): readonly string[] | undefined => findPath(part, isRoot);
  if (node.kind === "identifier") return isRoot(node.name) ? [] : undefined;
  if (node.kind === "local") return inside(node.definition);
  if (node.kind === "sequence") return inside(node.then);
  if (node.kind === "conditional") return node.whenFalse.kind === "map" ? inside(node.whenTrue) : undefined;
  // `oldObject.?spec.orValue(null)`: what a type test lets through.
  if (node.kind === "call" && node.function === "orValue" && node.receiver !== undefined) return inside(node.receiver);
  if (node.kind !== "select") return undefined;
  const owner = inside(node.operand);
  return owner === undefined ? undefined : [...owner, node.field];
}

/** Whether `path` is `field`, or a part of it. */
export function isWithinField(path: readonly string[], field: readonly string[]): boolean {
  return field.every((part, at) => path[at] === part);
}

/**
 * bool: the object of a delete lacks something that the rule reads. Undefined: it reads nothing that a version may
 * lack, or is about no deletes.
 */
export function absentReads({ versionedReads, operations, span }: RuleIr): Expression | undefined {
  const [first, ...others] = versionedReads.map((read) => not(read.present, span) as Expression);
  return first === undefined || !operations.includes("delete") ? undefined : others.reduce((a, b) => or(a, b), first);
}
