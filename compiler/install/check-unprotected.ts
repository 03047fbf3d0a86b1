import { groupCovers, resourceCovers } from "../api/coverage.ts";
import type { GroupResource } from "../api/resource.ts";
import type { MarkChange } from "../api/unprotection.ts";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import { answersAfter } from "../guard/marks/confirmations.ts";
import type { FallbackIr } from "../ir/fallback.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";

/**
 * The controller sets and removes what the declaration says, where a record asks for it. Where policies beside the
 * declaration read such a mark, one of them has to protect an object on which it is set, or removed.
 */
export function checkUnprotected(policies: readonly PolicyIr[], { unprotected, span }: FallbackIr, bag: DiagnosticBag): void {
  if (bag.hasErrors || unprotected === undefined) return;
  const rules = policies
    .filter(({ match }) => unprotected.of.some((type) => isMatched(type, match)))
    .flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })));
  for (const change of unprotected.marks) {
    const reading = rules.map((one) => ({ ...one, answers: answersOf(change, one.rule, one.policy) }));
    const opened = reading.find(({ answers }) => answers.length > 0);
    if (opened === undefined || reading.some(({ answers }) => answers.includes(true))) continue;
    const { key, value } = change;
    bag.report("unprotected-mark", span, {
      list: value === undefined ? "removes" : "restores",
      mark: value === undefined ? key : `${key}=${value}`,
      change: value === undefined ? "without it" : "with it",
      rule: opened.rule.name,
      policy: opened.policy.name,
    });
    return;
  }
}

function isMatched({ group, resource }: GroupResource, match: PolicyIr["match"]): boolean {
  return match.some((entry) => groupCovers(entry.group, group) && resourceCovers(entry.resource, resource));
}

/** Whether objects are protected after the change, as each test of the rule says that reads the mark. */
function answersOf(change: MarkChange, { operations, action, when }: RuleIr, { marks }: PolicyIr): readonly boolean[] {
  if (!operations.includes("delete") || action !== "deny") return [];
  return answersAfter(when, change, marks.fields);
}
