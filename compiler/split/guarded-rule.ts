import type { Expression } from "../ir/expression.ts";
import type { NamespaceMarks, RuleIr, SeenElsewhere } from "../ir/policy.ts";
import { possibly } from "./bounds.ts";
import { isQuestion } from "./unknown.ts";

const mayHold = (condition: Expression): Expression => possibly(condition, isQuestion);

/** The rule as its guards see it: an object that may be protected is guarded. None where that may be any object. */
export function guardedRule(rule: RuleIr): readonly RuleIr[] {
  const when = mayHold(rule.when);
  if (when.kind === "literal") return [];
  const { elsewhere } = rule;
  return [{ ...rule, when, ...(elsewhere !== undefined && { elsewhere: elsewhereOf(elsewhere) }) }];
}

function elsewhereOf({ fromNamespace, asContent, asNeighbour }: SeenElsewhere): SeenElsewhere {
  return {
    fromNamespace: fromNamespace === undefined || fromNamespace === "unknown" ? fromNamespace : fromNamespace.map(marksOf),
    asContent: asContent.map(({ kind, condition }) => ({ kind, condition: optionally(condition) })),
    asNeighbour: asNeighbour.map(({ kind, condition }) => ({ kind, condition: optionally(condition) })),
  };
}

function marksOf({ group, condition, ofMarked }: NamespaceMarks): NamespaceMarks {
  return { group, condition: mayHold(condition), ofMarked: optionally(ofMarked) };
}

function optionally(condition: Expression | undefined): Expression | undefined {
  return condition === undefined ? undefined : mayHold(condition);
}
