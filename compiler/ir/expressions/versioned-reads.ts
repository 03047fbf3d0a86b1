import { or } from "./boolean.ts";
import { type Expression, not } from "../expression.ts";
import type { RuleIr } from "../policy.ts";

/** bool: the object of a delete lacks something that the rule reads. Undefined: it reads nothing that a version may lack, or is about no deletes. */
export function absentReads({ versionedReads, operations, span }: RuleIr): Expression | undefined {
  const [first, ...others] = versionedReads.map((read) => not(read.present, span) as Expression);
  return first === undefined || !operations.includes("delete") ? undefined : others.reduce((a, b) => or(a, b), first);
}
