import type { Clock } from "../../clock.ts";
import { restWith } from "./bounded.ts";
import type { Finding, BundledRule, RulesModule } from "../../../compiler/api/rules-module.ts";
import { type Decision, type Route, allowed, conflict, forbidden } from "../decision.ts";
import type { Coverage } from "../coverage.ts";
import { type AskedRule, decideRule, type Lookups } from "./decide-rule.ts";

export interface RuleContext {
  readonly lookups: Lookups;
  readonly clock: Clock;
  /** Whether the rule can be asked, which is looked at anew for each review. */
  readonly readinessOf: (rule: BundledRule) => NonNullable<Route["readiness"]>;
}

/** A path for each rule, and for each way in which it is enforced. */
export function ruleRoutes({ rules, Unanswered }: RulesModule, { lookups, readinessOf, clock }: RuleContext): readonly Route[] {
  return rules.flatMap((rule) => {
    const rest = restWith(clock);
    return rule.routes.map(({ path, level }): Route => {
      const asked: AskedRule = { rule, level, Unanswered, rest };
      return {
        path,
        rule: `${rule.policy} ${rule.rule}`,
        covers: coverageOf(rule),
        readiness: readinessOf(rule),
        decide: async ({ request }, { deadline }) =>
          decisionOf(await decideRule(asked, request, lookups, deadline), rule.isConflict),
      };
    });
  });
}

const operationNames = { create: "CREATE", update: "UPDATE", delete: "DELETE" } as const;

function coverageOf({ match, operations }: BundledRule): readonly Coverage[] {
  return match.map(({ group, version, resource }) => ({
    group,
    resource,
    ...(version !== undefined && { versions: [version] }),
    operations: operations.map((operation) => operationNames[operation]),
  }));
}

/**
 * What policies of the API server would answer: the first denial, every warning, and what is
 * only recorded for the audit log.
 */
function decisionOf(findings: readonly Finding[], isConflict: boolean): Decision {
  const said = (action: Finding["action"]): readonly Finding[] => findings.filter((finding) => finding.action === action);
  const remarks = {
    warnings: said("warn").map(({ message }) => message),
    auditAnnotations: Object.fromEntries([...said("audit"), ...said("warn")].map(({ rule, message }) => [rule, message])),
  };
  const denial = findings.find(({ action }) => action === "deny");
  if (denial === undefined) return allowed(remarks);
  return isConflict ? conflict(denial.message, remarks) : forbidden(denial.message, remarks);
}
