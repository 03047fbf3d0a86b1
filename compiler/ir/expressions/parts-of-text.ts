import { type Iterates, iterationLimit, sortLimit } from "../../language/limits.ts";
import type { Expression } from "../expression.ts";
import type { RuleIr } from "../policy.ts";
import { some } from "./visit.ts";

/** The text whose parts `node` stands for. */
export function splitText(node: Expression): Expression | undefined {
  if (node.kind === "local") return splitText(node.definition);
  if (node.kind === "sequence") return splitText(node.then);
  return node.kind === "call" && node.function === "split" ? node.receiver : undefined;
}

/** What the limits of a rule are on. */
export function iteratesOf({ when, message, nestedIterations, mostEntries: most = iterationLimit }: RuleIr): Iterates {
  const isOfParts = (node: Expression): boolean =>
    node.kind === "comprehension" && node.bound !== undefined && ofParts(node.range);
  const has = (is: (node: Expression) => boolean): boolean => some(when, is) || some(message, is);
  return { nested: nestedIterations.length > 0, parts: has(isOfParts), sorts: has(sorts), most };
}

/** Puts keys in order, of which there may be no more than `sortLimit`. */
export function sorts(node: Expression): boolean {
  return node.kind === "sequence" && node.first.kind === "comprehension" && node.first.bound === sortLimit;
}

function ofParts(range: Expression): boolean {
  if (range.kind === "local") return ofParts(range.definition);
  if (range.kind === "conditional") return ofParts(range.whenTrue) || ofParts(range.whenFalse);
  return splitText(range) !== undefined;
}
