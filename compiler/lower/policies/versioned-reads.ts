import { type Expression, method } from "../../ir/expression.ts";
import type { RuleIr, VersionedRead } from "../../ir/policy.ts";
import { fieldPath } from "../../ir/expressions/field-path.ts";
import { children } from "../../ir/expressions/visit.ts";

/** Fields that every version of every kind has (and that the API server keeps in all of them). */
const versionless: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/** What the rule reads of the object outside metadata, longest paths only: it depends on the version. */
export function versionedReads(rule: RuleIr): readonly VersionedRead[] {
  const reads = [...collect(rule.when).values()];
  return reads.filter(({ path }) => !reads.some((other) => extend(path, other.path)));
}

function extend(path: readonly string[], longer: readonly string[]): boolean {
  return longer.length > path.length && path.every((part, at) => longer[at] === part);
}

function collect(node: Expression): ReadonlyMap<string, VersionedRead> {
  const reads = new Map<string, VersionedRead>();
  const seen = new Set<Expression>();
  const visit = (part: Expression): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const path = fieldPath(part);
    if (path !== undefined && path[0] !== undefined && !versionless.has(path[0]) && part.kind === "select" && part.optional) {
      reads.set(path.join("."), { path, present: method(part, "hasValue", [], part.span) });
    }
    children(part).forEach(visit);
  };
  visit(node);
  return reads;
}
