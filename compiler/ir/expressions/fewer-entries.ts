import { iterationLimit, nestedLimitOf } from "../../language/limits.ts";
import type { Comprehension, Expression } from "../expression.ts";
import type { Reevaluated, RuleIr, Seen } from "../policy.ts";
import { mapChildren } from "./visit.ts";

/** The rule, which iterates over no more than `most` entries of a list or map, and denies where there are more. */
export function withFewerEntries(rule: RuleIr, most: number): RuleIr {
  const known = new Map<Expression, Expression>();
  const fewer = (node: Expression): Expression => {
    const found = known.get(node) ?? limited(mapChildren(node, fewer), most);
    known.set(node, found);
    return found;
  };
  const { when, message, elsewhere } = rule;
  const parts = { when: fewer(when), message: fewer(message), mostEntries: most };
  return { ...rule, ...parts, ...(elsewhere !== undefined && { elsewhere: elsewhereWith(elsewhere, fewer) }) };
}

function limited(node: Expression, most: number): Expression {
  if (node.kind === "call" && node.entries !== undefined) return { ...node, entries: Math.min(node.entries, most) };
  if (node.kind !== "comprehension") return node;
  const nested = nestedLimitOf(most);
  if (node.bound === undefined) return { ...node, entries: Math.min(node.entries, entriesOf(node, most)) };
  const bound = Math.min(node.bound, node.bound === iterationLimit ? most : nested);
  return { ...node, bound, entries: Math.min(node.entries, bound) };
}

/** Of a list that has been made from others. */
function entriesOf(node: Comprehension, most: number): number {
  const count = (part: Expression): number => {
    if (part.kind === "list") return part.elements.length;
    if (part.kind === "binary") return count(part.left) + count(part.right);
    if (part.kind === "local") return count(part.definition);
    if (part.kind === "sequence") return count(part.then);
    if (part.kind === "call" && part.function === "flatten") return nestedLimitOf(most) ** 2;
    return part.kind === "comprehension" ? part.entries : most;
  };
  return count(node.range);
}

function elsewhereWith(
  { asContent, asNeighbour, fromNamespace }: Reevaluated,
  fewer: (node: Expression) => Expression,
): Reevaluated {
  const seen = <One extends Seen>(one: One): One => ({ ...one, condition: one.condition && fewer(one.condition) });
  const ofNamespace = Array.isArray(fromNamespace)
    ? fromNamespace.map((marks) => ({
        ...marks,
        condition: fewer(marks.condition),
        ofMarked: marks.ofMarked && fewer(marks.ofMarked),
      }))
    : fromNamespace;
  return { asContent: asContent.map(seen), asNeighbour: asNeighbour.map(seen), fromNamespace: ofNamespace };
}
