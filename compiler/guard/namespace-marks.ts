import { or } from "../ir/boolean.ts";
import type { Expression } from "../ir/expression.ts";
import type { NamespaceMarks, PolicyIr } from "../ir/policy.ts";
import { liftsForAnyGroup } from "./any-group.ts";
import { liftsProtection } from "./lifted.ts";
import { type Mark, marksIn } from "./marks.ts";

export interface Inherited {
  /** bool: an update of the Namespace takes protection away from what is in it. */
  readonly lifts: Expression;
  readonly marks: readonly Mark[];
}

/**
 * What marks of the Namespace protect, is protected as long as these stay. Objects with marks of their own are left out:
 * these go first, or decide by themselves. Undefined where the rules read no marks of the Namespace; `unknown` where an
 * update of the Namespace does not show enough.
 */
export function liftsFromNamespace({ rules, match }: PolicyIr): Inherited | "unknown" | undefined {
  if (rules.some(({ elsewhere }) => elsewhere?.fromNamespace === "unknown")) return "unknown";
  const found = rules.flatMap(({ elsewhere }) => (elsewhere?.fromNamespace ?? []) as readonly NamespaceMarks[]);
  const byGroup = Map.groupBy(found, ({ group }) => group);
  const conditions = [...byGroup].map(([group, own]) => {
    return { group, condition: own.map(({ condition }) => condition).reduce((left, right) => or(left, right)) };
  });
  const marks = conditions.flatMap(({ condition }) => marksIn(condition, "oldObject"));
  if (marks.length === 0) return undefined;
  const lifts = conditions.map(({ group, condition }) =>
    group === undefined ? liftsForAnyGroup(condition, match) : liftsProtection(condition),
  );
  if (lifts.some((one) => one === undefined)) return "unknown";
  return { lifts: (lifts as readonly Expression[]).reduce((left, right) => or(left, right)), marks };
}
