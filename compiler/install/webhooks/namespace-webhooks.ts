import { strongestOf } from "../../ir/enforcement.ts";
import type { NamespaceLook } from "../../ir/fallback.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { asksAuthorizer, needsWebhook } from "../../ir/expressions/visit.ts";
import { type FeatureWebhook, deletesOf } from "./feature-webhook.ts";

/** A look at some hundred kinds takes seconds; the API server waits for 30 s at most, and for the whole delete 34 s. */
const timeoutSeconds = 20;

/** Where the API server asks whether a Namespace holds what the policy protects. */
export function namespacePath({ name }: PolicyIr): string {
  return `/namespaces/${name}`;
}

/** What denies deletes of a policy's objects where the webhook looks for them, and what does not. */
export interface RulesOfLook {
  readonly asked: readonly RuleIr[];
  /** They ask the cluster, or who may do what: of objects that nobody has asked to delete nobody answers that. */
  readonly leftOut: readonly RuleIr[];
}

/** None where there is nothing that the webhook would have to look for. */
export function rulesOfLook(policy: PolicyIr): RulesOfLook {
  const { guards, rules, enforcement } = policy;
  const isNeeded = guards.off.namespaces === undefined && lookedFor(policy).length > 0 && strongestOf(enforcement) === "deny";
  const denies = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const { asked = [], leftOut = [] } = Object.groupBy(isNeeded ? denies : [], (rule) => (asksMore(rule) ? "leftOut" : "asked"));
  return { asked, leftOut };
}

/** The policy as the webhook asks it: without what asks more. An override that does lets no Namespace go. */
export function policyOfLook(policy: PolicyIr): PolicyIr {
  const overrides = policy.overrides.filter(({ rule }) => !asksMore(rule));
  return { ...policy, match: lookedFor(policy), rules: rulesOfLook(policy).asked, overrides };
}

function asksMore({ when, message }: RuleIr): boolean {
  return [when, message].some((part) => needsWebhook(part) || asksAuthorizer(part));
}

/**
 * Policies whose objects natively do not keep their Namespace, because their kinds are known only by pattern, or their
 * rules read more than a delete of the Namespace shows.
 */
export function needsNamespaceLook(policy: PolicyIr): boolean {
  return rulesOfLook(policy).asked.length > 0;
}

/** Whether the webhook looks into Namespaces for the policy, or would where its author asks for it. */
export function namespaceLookOf(policy: PolicyIr, fallback: { readonly namespaceContents: unknown } | undefined): NamespaceLook {
  const { asked, leftOut } = rulesOfLook(policy);
  const declared = fallback?.namespaceContents === undefined ? "possible" : "declared";
  return { is: asked.length === 0 ? "none" : declared, leftOut: leftOut.map(({ name }) => name) };
}

/**
 * What of a policy's match the webhook looks for: nothing that the API server looks up by itself, kind by kind, so that
 * it may list no more than it has to.
 */
export function lookedFor({ unnamedContents, rules }: PolicyIr): readonly MatchEntry[] {
  const seen = rules.flatMap(({ elsewhere }) => elsewhere?.asContent ?? []);
  const unanswered = seen.flatMap(({ kind, condition }) => (condition === undefined ? [kind] : []));
  return [...unnamedContents, ...unanswered.map(({ group, version, resource }) => ({ group, version, resource }))];
}

/**
 * What the API server asks of each delete of a Namespace. It denies where the webhook is gone: it
 * is unknown then what is in it.
 */
export function namespaceWebhooks(policies: readonly PolicyIr[]): readonly FeatureWebhook[] {
  return policies.filter(needsNamespaceLook).map((policy) => ({
    name: `namespaces.${policy.name}.holdfast.dev`,
    path: namespacePath(policy),
    rules: deletesOf([{ group: "", resource: "namespaces" }]),
    timeoutSeconds,
  }));
}
