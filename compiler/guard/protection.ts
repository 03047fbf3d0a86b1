import { and } from "../ir/expressions/boolean.ts";
import { type Expression, literal, local } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import {
  bindsLess,
  addsConditions,
  excludesMore,
  failsOpen,
  losesRule,
  losesWebhook,
  matchesLess,
  deniesNothing,
} from "./weakened/weakened.ts";
import { ownSpan } from "./weakened/words.ts";

/** Of the policies and their file; no policy of the author's may have it where both are in the set. */
export const protectionName = "holdfast-protection";

/** Which rules of the template an update of a kind is asked about, and what has to hold besides what they say. */
type Guarded = Readonly<Record<string, Expression>>;

const always = literal(true, ownSpan);

const kinds: Readonly<Record<string, Guarded>> = {
  validatingadmissionpolicies: {
    labelGuard: always,
    failureGuard: failsOpen(),
    ruleGuard: losesRule(),
    matchGuard: matchesLess(),
    exclusionGuard: excludesMore(),
    conditionGuard: addsConditions(),
  },
  validatingadmissionpolicybindings: { labelGuard: always, actionGuard: deniesNothing(), matchGuard: bindsLess() },
  validatingwebhookconfigurations: { labelGuard: always, webhookGuard: losesWebhook() },
};

/**
 * What keeps policies, bindings and webhook configurations: one for their deletes, and for updates one for each kind.
 */
export function protectionPolicies(template: PolicyIr | undefined): readonly PolicyIr[] {
  if (template === undefined) return [];
  const policy = { ...template, span: ownSpan, rules: template.rules.map((rule) => ({ ...rule, span: ownSpan })) };
  const overrides = policy.overrides.map((way) => ({ ...way, rule: { ...way.rule, span: ownSpan } }));
  return [
    { ...policy, overrides, rules: [ruleOf(policy, "deleteGuard")] },
    { ...policy, overrides: [], rules: [ruleOf(policy, "releaseReminder")] },
    ...Object.entries(kinds).map(([resource, guarded]) => updatesOf(policy, resource, guarded)),
  ];
}

function updatesOf(policy: PolicyIr, resource: string, guarded: Guarded): PolicyIr {
  return {
    ...policy,
    name: `${policy.name}-${resource}`,
    guardOf: policy.name,
    match: policy.match.filter((entry) => entry.resource === resource).map((entry) => ({ ...entry, version: "v1" })),
    rules: Object.entries(guarded).map(([name, condition]) => {
      const rule = ruleOf(policy, name);
      return { ...rule, when: condition === always ? rule.when : and(local("isProtected", rule.when, "author"), condition) };
    }),
    overrides: [],
  };
}

function ruleOf({ rules }: PolicyIr, name: string): RuleIr {
  return rules.find((rule) => rule.name === name) as RuleIr;
}
