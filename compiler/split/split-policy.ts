// in: PolicyIr; out: what of it is native, what its guards protect, what the webhook is asked; next: guard/ and arrange/
import { bindingsOf } from "../arrange/bindings.ts";
import { exceedsLimit, guardWalks, judged, unbounded } from "../arrange/bound.ts";
import { versionGuard } from "../arrange/version-guard.ts";
import { and, or } from "../ir/boolean.ts";
import type { Expression } from "../ir/expression.ts";
import { keepsMarks } from "../ir/guards.ts";
import { selectorFor } from "../ir/needed-label.ts";
import { asksOf } from "../ir/asks.ts";
import { negate } from "../ir/negate.ts";
import type { PolicyIr, RuleIr, SelectorIr } from "../ir/policy.ts";
import { asksCluster } from "../ir/visit.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { certainly, possibly } from "./bounds.ts";
import { guardedRule } from "./guarded-rule.ts";
import { inlined } from "./inlined.ts";
import { isThroughAnotherVersion } from "./through-another-version.ts";

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
  return {
    policy,
    rule,
    certain: certainWhere(rule),
    asked: askedWhere(policy, rule),
    objects: objectsOf(policy, rule),
    bindings: bindingsOf(policy.name, rule.action, policy.enforcement),
    asks: asksOf([rule.when, rule.message]),
  };
}

/** A rule whose message asks has been refused, or is about to be (check-webhook-rules.ts). */
function nativePart({ rule, certain }: WebhookRuleIr): readonly RuleIr[] {
  return certain === undefined || asksCluster(rule.message) ? [] : [{ ...rule, when: certain, isAlone: true }];
}

/** Where the native part refuses, as far as that can be said there: of that part itself, since its walks have been guarded by what is unknown, too. */
function certainToWebhook(rule: RuleIr): Expression | undefined {
  const certain = certainWhere(rule);
  return certain === undefined ? undefined : certainly(certain, isUnknownToWebhook);
}

/** Not where there is too much to walk: whether the rule would have reached that depends on what it asks, so that the webhook has to say. */
function certainWhere(rule: RuleIr): Expression | undefined {
  const certain = certainly(rule.when, isQuestion);
  return isNever(certain) ? undefined : judged(certain);
}

const isQuestion = (node: Expression): boolean => node.kind === "question";

/**
 * Match conditions are not told about the Namespace, and `request.resource` is there what the client asked for, not what was matched
 * (apiserver: pkg/admission/plugin/webhook/generic/webhook.go, plugin/webhook/matchconditions/matcher.go).
 */
const isUnknownToWebhook = (node: Expression): boolean =>
  isQuestion(node) ||
  (node.kind === "identifier" && node.name === "namespaceObject") ||
  (node.kind === "select" && node.field === "resource" && node.operand.kind === "identifier" && node.operand.name === "request");

/**
 * Wherever the rule may refuse, also because there is too much to walk, or because the version of the request does not show what it
 * reads; not where CEL has refused already.
 */
function askedWhere(policy: PolicyIr, rule: RuleIr): Expression {
  const exceeds = exceedsLimit(rule.when);
  const itself = guardWalks(rule.when);
  const mayRefuse = possibly(exceeds === undefined ? itself : or(exceeds, itself), isUnknownToWebhook);
  const guard = versionGuard(policy, rule);
  const where = guard === undefined ? mayRefuse : or(and(isThroughAnotherVersion(policy, rule), guard.absent), mayRefuse);
  const certain = certainToWebhook(rule);
  const isRefusing = policy.enforcement.by === undefined && policy.enforcement.otherwise === "deny" && rule.action === "deny";
  return unbounded(inlined(isRefusing && certain !== undefined ? and(where, negate(certain)) : where));
}

/** Only a mark that is guarded may keep the webhook from being asked. */
function objectsOf({ guards }: PolicyIr, rule: RuleIr): SelectorIr {
  const isOfStored = rule.operations.every((operation) => operation !== "create");
  if (!isOfStored || !keepsMarks(guards)) return {};
  return selectorFor(inlined(possibly(rule.when, isQuestion)), "oldObject");
}

/** Whether it is false whatever the request; walks that are made on the way do not matter. */
function isNever(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
      return node.value === false;
    case "local":
      return isNever(node.definition);
    case "sequence":
      return isNever(node.then);
    case "conditional":
      return isNever(node.whenTrue) && isNever(node.whenFalse);
    case "binary":
      if (node.operator === "&&") return isNever(node.left) || isNever(node.right);
      return node.operator === "||" && isNever(node.left) && isNever(node.right);
    default:
      return false;
  }
}
