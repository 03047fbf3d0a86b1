import { onceFor } from "../../ir/once-for.ts";
import { asksAuthorizer, needsWebhook } from "../../ir/expressions/visit.ts";
import { type PolicyIr, type RuleIr, operationsOf, overridesByWebhook } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import type { RuleOperation } from "../../api/rules-module.ts";
import type { KubernetesObject } from "../../language/objects.ts";
import type { Override } from "../../language/overrides/overrides.ts";
import type { Policy, Rule } from "../../language/policy.ts";
import { matchedBy } from "./matches.ts";
import { overridesOf, withImplied } from "./overrides.ts";

/** What can be said of a policy whatever the request is. */
export interface KnownPolicy {
  /** With the overrides that the compiler has added to it. */
  readonly policy: Policy;
  readonly compiled: PolicyIr | undefined;
  readonly match: readonly MatchEntry[];
  readonly isByWebhook: boolean;
  /** Rules by what they are about: `delete`. */
  readonly rulesAbout: ReadonlyMap<string, readonly NamedRule[]>;
  readonly overrides: ReadonlySet<string>;
  /** Rules whose messages no denial of another rule can hold: they ask the authorizer, or the webhook answers them. */
  readonly isNamedAlone: (rule: string) => boolean;
  /** Rules whose denials name no others. */
  readonly namesNoOthers: (rule: string) => boolean;
}

export interface NamedRule {
  readonly name: string;
  readonly rule: Rule<KubernetesObject>;
  readonly ir: RuleIr | undefined;
}

/** `compiled`: the compiler's account of the same policy. */
export function knownPolicy(policy: Policy, compiled: PolicyIr | undefined): KnownPolicy {
  return knownOf(policy)(compiled ?? notCompiled);
}

const operations: readonly RuleOperation[] = ["delete", "update", "create"];

const notCompiled = {};
const knownOf = onceFor((policy: Policy) =>
  onceFor((compiled: object) => know(policy, compiled === notCompiled ? undefined : (compiled as PolicyIr))),
);

function know(own: Policy, compiled: PolicyIr | undefined): KnownPolicy {
  const policy = withImplied(own, compiled);
  const overrides = overridesOf(policy);
  const asks = namesOf(compiled, asksAuthorizer);
  const alone = namesOf(compiled, needsWebhook);
  const isAnyByWebhook = compiled !== undefined && overridesByWebhook(compiled).length > 0;
  return {
    policy,
    compiled,
    match: matchedBy(policy.match),
    isByWebhook: [...Object.values(policy.rules), ...overrides].some(isAnsweredByWebhook),
    rulesAbout: new Map(operations.map((operation) => [operation, rulesOf(policy, compiled, operation)])),
    overrides: new Set(overrides.map(({ name }) => name)),
    isNamedAlone: (rule) => asks.has(rule) || alone.has(rule),
    namesNoOthers: (rule) => isAnyByWebhook || alone.has(rule),
  };
}

const isAnsweredByWebhook = ({ answeredBy }: Pick<Override, "answeredBy">): boolean => answeredBy === "webhook";

function rulesOf({ rules }: Policy, compiled: PolicyIr | undefined, operation: RuleOperation): readonly NamedRule[] {
  return Object.entries(rules)
    .filter(([, rule]) => operationsOf(rule.operation)?.includes(operation))
    .map(([name, rule]) => ({ name, rule, ir: compiled?.rules.find((one) => one.name === name) }));
}

function namesOf(compiled: PolicyIr | undefined, test: (condition: RuleIr["when"]) => boolean): ReadonlySet<string> {
  return new Set(compiled?.rules.filter(({ when }) => test(when)).map(({ name }) => name));
}
