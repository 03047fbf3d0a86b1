import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import type { CaseResult } from "./case-result.ts";

/** How many requests of the cases a rule denied (or warned of), and how many it concerned and let through. */
export interface RuleCoverage {
  readonly policy: string;
  readonly rule: string;
  readonly action: "deny" | "warn";
  readonly speaks: number;
  readonly admits: number;
  /** The rule speaks of every request that it concerns: there is none that it could admit. */
  readonly isConstant: boolean;
}

interface CoveredPolicy extends Pick<PolicyIr, "name"> {
  readonly rules: readonly Pick<RuleIr, "name" | "action" | "when">[];
}

/**
 * A rule that no case shows to speak may be switched off unnoticed; one that no case
 * shows to admit may deny everything.
 */
export function coverageOf(policies: readonly CoveredPolicy[], results: readonly CaseResult[]): readonly RuleCoverage[] {
  const reviews = results.flatMap((result) => result.reviews);
  return policies.flatMap(({ name: policy, rules }) =>
    rules.map(({ name: rule, action, when }) => {
      const concerned = reviews.filter(({ concerned: about }) => about.some((one) => one.policy === policy && one.rule === rule));
      const spoken = concerned.filter(({ answer }) => answer.some((one) => one.policy === policy && one.rule === rule));
      return {
        policy,
        rule,
        action,
        speaks: spoken.length,
        admits: concerned.length - spoken.length,
        isConstant: when.kind === "literal",
      };
    }),
  );
}

export function isCovered({ speaks, admits, isConstant }: RuleCoverage): boolean {
  return speaks > 0 && (admits > 0 || isConstant);
}
