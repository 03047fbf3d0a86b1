import type { Node } from "ts-morph";
import { type Expression, method } from "../../ir/expression.ts";
import type { RuleIr, VersionedRead } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { fieldPath } from "../../ir/expressions/field-path.ts";
import { children } from "../../ir/expressions/visit.ts";
import type { Scope } from "../scope.ts";

/** Fields that every version of every kind has (and that the API server keeps in all of them). */
const versionless: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/**
 * What the rule reads of `oldObject` outside metadata, longest paths only. Such a rule must name the version that its
 * types describe.
 */
export function versionedReads(
  rule: RuleIr,
  { match, node }: { readonly match: readonly MatchEntry[]; readonly node: Node },
  scope: Scope,
): readonly VersionedRead[] {
  const reads = [...collect(rule.when).values()];
  const longest = reads.filter(({ path }) => !reads.some((other) => extend(path, other.path)));
  if (longest.length === 0) return [];
  const hasVersion = match.every((entry) => entry.version !== undefined);
  const field = longest[0]?.path.join(".") ?? "";
  if (!hasVersion) scope.reject("match-without-version", node, { field });
  return longest;
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
