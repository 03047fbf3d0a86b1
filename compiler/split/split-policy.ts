// in: PolicyIr; out: what of it is native, what its guards protect, what the webhook is asked; next: guard/ and arrange/
import { bindingsOf } from "../arrange/bindings.ts";
import { exceedsLimit, guardWalks, unbounded } from "../arrange/bound.ts";
import { versionGuard } from "../arrange/version-guard.ts";
import { and, or } from "../ir/boolean.ts";
import { type Expression, type ResourceIr, literal } from "../ir/expression.ts";
import { selectorFor } from "../ir/needed-label.ts";
import { negate } from "../ir/negate.ts";
import type { PolicyIr, RuleIr, SelectorIr } from "../ir/policy.ts";
import { asksCluster, children } from "../ir/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { certainly, possibly } from "./bounds.ts";
import { guardedRule } from "./guarded-rule.ts";
import { inlined } from "./inlined.ts";

export interface SplitPolicy {
  /** What CEL refuses by itself; it may have no rules. */
  readonly native: PolicyIr;
  /** What guards keep: every object that may be protected. A rule of which CEL can say nothing is none of theirs. */
  readonly guarded: PolicyIr;
  readonly webhook: readonly WebhookRuleIr[];
}

/**
 * Divides each rule that asks the cluster:
 *
 *     denyWhen: A && cluster.exists(x)     nothing is native; the webhook is asked where A holds
 *     denyWhen: A || cluster.exists(x)     A is native; the webhook is asked where A does not hold
 *
 * The webhook runs the whole rule, so that native part or webhook is the rule: what CEL refuses the rule refuses, and what the
 * rule refuses either CEL refuses or the webhook is asked.
 */
export function splitPolicy(policy: PolicyIr): SplitPolicy {
  const rules = policy.rules.map((rule) => (asksCluster(rule.when) ? splitRule(policy, rule) : rule));
  const webhook = rules.filter(isWebhookRule);
  if (webhook.length === 0) return { native: policy, guarded: policy, webhook };
  return {
    native: { ...policy, rules: rules.flatMap((rule) => (isWebhookRule(rule) ? nativePart(rule) : rule)) },
    guarded: { ...policy, rules: rules.flatMap((rule) => (isWebhookRule(rule) ? guardedRule(rule.rule) : rule)) },
    webhook,
  };
}

function isWebhookRule(rule: RuleIr | WebhookRuleIr): rule is WebhookRuleIr {
  return "asked" in rule;
}

function splitRule(policy: PolicyIr, rule: RuleIr): WebhookRuleIr {
  const certain = certainly(rule.when, isQuestion);
  const isNever = isConstant(certain, false);
  return {
    policy,
    rule,
    certain: isNever ? undefined : certain,
    asked: askedWhere(policy, rule),
    objects: objectsOf(policy, rule),
    bindings: bindingsOf(policy.name, rule.action, policy.enforcement),
    resources: resourcesOf([rule.when, rule.message]),
  };
}

function nativePart({ rule, certain }: WebhookRuleIr): readonly RuleIr[] {
  return certain === undefined ? [] : [{ ...rule, when: certain }];
}

const isQuestion = (node: Expression): boolean => node.kind === "question";

/** A webhook is not told about the Namespace (apiserver: pkg/admission/plugin/webhook/generic/webhook.go, matchConditions). */
const isUnknownToWebhook = (node: Expression): boolean =>
  isQuestion(node) || (node.kind === "identifier" && node.name === "namespaceObject");

/**
 * Wherever the rule may refuse, also because there is too much to walk, or because the version of the request does not show what it
 * reads; not where CEL has refused already.
 */
function askedWhere(policy: PolicyIr, rule: RuleIr): Expression {
  const exceeds = exceedsLimit(rule.when);
  const itself = guardWalks(rule.when);
  const mayRefuse = possibly(exceeds === undefined ? itself : or(exceeds, itself), isUnknownToWebhook);
  const isUnseen = versionGuard(policy, rule)?.refuses;
  const where = isUnseen === undefined ? mayRefuse : or(isUnseen, mayRefuse);
  const certain = certainly(guardWalks(rule.when), isUnknownToWebhook);
  const isRefusing = policy.enforcement.by === undefined && policy.enforcement.otherwise === "deny" && rule.action === "deny";
  return unbounded(inlined(isRefusing ? and(where, negate(certain)) : where));
}

/** Only a mark that is guarded may keep the webhook from being asked. */
function objectsOf({ guards }: PolicyIr, rule: RuleIr): SelectorIr {
  const isOfStored = rule.operations.every((operation) => operation !== "create");
  if (!isOfStored || guards.off.release !== undefined || guards.release !== "strict") return {};
  return selectorFor(possibly(rule.when, isQuestion), "oldObject");
}

/** What the expressions ask about, each once, in their order. */
export function resourcesOf(expressions: readonly Expression[]): readonly ResourceIr[] {
  const found = new Map<string, ResourceIr>();
  const seen = new Set<Expression>();
  const look = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "question") found.set(Object.values(node.resource).join("/"), node.resource);
    children(node).forEach(look);
  };
  expressions.forEach(look);
  return [...found.values()];
}

export function isConstant(node: Expression, value: boolean): boolean {
  if (node.kind === "sequence") return isConstant(node.then, value);
  return node.kind === "literal" && node.value === value;
}

/** What stands for "everything" in a match condition. */
export const everything = (rule: RuleIr): Expression => literal(true, rule.span);
