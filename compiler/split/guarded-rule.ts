import type { Expression } from "../ir/expression.ts";
import type { RuleIr, Reevaluated } from "../ir/policy.ts";
import { possibly } from "./bounds.ts";
import { isQuery } from "./unknown.ts";

const mayHold = (condition: Expression): Expression => possibly(condition, isQuery);

/** The rule as its guards see it: an object that may be protected is guarded. None where that may be any object. */
export function guardedRule(rule: RuleIr): readonly RuleIr[] {
  const when = mayHold(rule.when);
  if (when.kind === "literal") return [];
  const { elsewhere } = rule;
  return [{ ...rule, when, asking: rule.when, ...(elsewhere !== undefined && { elsewhere: elsewhereOf(elsewhere) }) }];
}

/** What updates of a Namespace take away is worked out with the queries (guard/terms.ts). */
function elsewhereOf({ fromNamespace, asContent, asNeighbour }: Reevaluated): Reevaluated {
  return {
    fromNamespace,
    asContent: asContent.map((seen) => ({ ...seen, condition: optionally(seen.condition) })),
    asNeighbour: asNeighbour.map((seen) => ({ ...seen, condition: optionally(seen.condition) })),
  };
}

function optionally(condition: Expression | undefined): Expression | undefined {
  return condition === undefined ? undefined : mayHold(condition);
}
