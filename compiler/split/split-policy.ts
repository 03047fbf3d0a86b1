import { and, or } from "../ir/expressions/boolean.ts";
import { bindingsOf } from "../ir/enforcement.ts";
import { type Expression, literal } from "../ir/expression.ts";
import { keepsMarks } from "../ir/guards.ts";
import { identity } from "../ir/expressions/identity.ts";
import { exceedsLimit, judged, notRefuted, readsAbsent } from "../ir/expressions/endings.ts";
import { guardIterations, unbounded } from "../ir/expressions/iteration-limit.ts";
import { selectorFor } from "../ir/expressions/needed-label.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { PolicyIr, Reevaluated, RuleIr, SelectorIr } from "../ir/policy.ts";
import { asksCluster, children, mapChildren, needsWebhook, once, some } from "../ir/expressions/visit.ts";
import { type WebhookRuleIr, asksOf } from "../ir/webhook-rule.ts";
import { certainly, possibly } from "../ir/expressions/bounds.ts";
import { unseenWhere } from "./unseen-where.ts";

export const isUnknownToCel = (node: Expression): boolean => node.kind === "query" || node.kind === "beyond";

const isRoot = (node: Expression, name: string): boolean => node.kind === "identifier" && node.name === name;

/**
 * What a match condition cannot say: it is not told about the Namespace, and `request.resource` is to it what the
 * client asked for, in whatever version (apiserver: pkg/admission/plugin/webhook/matchconditions/matcher.go).
 */
export const isUnknownToWebhook = (node: Expression): boolean =>
  isUnknownToCel(node) || isRoot(node, "namespaceObject") || readsMatchedResource(node);

/** Whatever else is done with `request` as a whole may read it, too. */
function readsMatchedResource(node: Expression): boolean {
  if (node.kind === "select" && isRoot(node.operand, "request")) return node.field === "resource";
  return children(node).some((part) => isRoot(part, "request"));
}

/**
 * The same expression without locals: a match condition has no `variables`. What is turned round is turned round
 * inside.
 */
export const inlined: (node: Expression) => Expression = once((node) => {
  if (node.kind === "local") return inlined(node.definition);
  return node.kind === "not" ? negate(inlined(node.operand)) : mapChildren(node, inlined);
});

export interface SplitPolicy {
  /** What CEL denies by itself; it may have no rules. */
  readonly native: PolicyIr;
  /** What guards keep: every object that may be protected. A rule of which CEL can say nothing is none of theirs. */
  readonly guarded: PolicyIr;
  readonly webhook: readonly WebhookRuleIr[];
}

/**
 * Divides each rule that asks the cluster, or says what CEL cannot (`beyond`):
 *
 *     denyWhen: A && cluster.exists(x)     nothing is native; the webhook is asked where A holds
 *     denyWhen: A || cluster.exists(x)     A is native; the webhook is asked where A does not hold
 *
 * The webhook runs the whole rule, so that native part or webhook is the rule: what CEL denies the rule denies, and
 * what the rule denies either CEL denies or the webhook is asked.
 */
export function splitPolicy(policy: PolicyIr): SplitPolicy {
  const rules = policy.rules.map((rule) => (needsWebhook(rule.when) ? splitRule(policy, rule) : rule));
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
  const certain = certainWhere(rule);
  const where = deniedWhere(policy, rule);
  return {
    policy,
    rule,
    certain,
    asked: unbounded(inlined(isDenying(policy, rule) ? and(where, negate(seenDenied(certain, rule))) : where)),
    objects: objectsOf(policy, rule, where),
    bindings: bindingsOf(policy.name, rule.action, policy.enforcement),
    asks: asksOf([rule.when, rule.message]),
  };
}

/** A rule whose message asks has been rejected, or is about to be. */
function nativePart({ rule, certain }: WebhookRuleIr): readonly RuleIr[] {
  return certain === undefined || asksCluster(rule.message) ? [] : [{ ...rule, when: certain, isAlone: true }];
}

const mayHold = (condition: Expression): Expression => possibly(condition, isUnknownToCel);

/** The rule as its guards see it: an object that may be protected is guarded. None where that may be any object. */
function guardedRule(rule: RuleIr): readonly RuleIr[] {
  const when = mayHold(rule.when);
  if (when.kind === "literal") return [];
  const { elsewhere } = rule;
  return [{ ...rule, when, asking: rule.when, ...(elsewhere !== undefined && { elsewhere: elsewhereOf(elsewhere) }) }];
}

/** What updates of a Namespace take away is worked out with the queries (guard/marks/terms.ts). */
function elsewhereOf({ fromNamespace, asContent, asNeighbour }: Reevaluated): Reevaluated {
  return {
    fromNamespace,
    asContent: asContent.map((seen) => ({ ...seen, condition: optionally(seen.condition) })),
    asNeighbour: asNeighbour.map((seen) => ({ ...seen, condition: optionally(seen.condition) })),
  };
}

function optionally(condition: Expression | undefined): Expression | undefined {
  return condition === undefined ? undefined : mayHold(condition);
}

/**
 * Not where there is too much to iterate over: whether the rule would have reached that depends on what it asks, so
 * that the webhook has to say.
 */
function certainWhere(rule: RuleIr): Expression | undefined {
  const certain = certainly(rule.when, isUnknownToCel);
  return isNever(certain) ? undefined : judged(certain);
}

/**
 * Wherever the rule may deny, also because there is too much to iterate over, because what is beyond CEL throws, or
 * because the version of the request does not show what it reads.
 */
function deniedWhere(policy: PolicyIr, rule: RuleIr): Expression {
  const mayDeny = withoutSame(
    possibly(isBeyondCel(rule.when) ? notRefuted(rule.when) : holdsOrExceeds(rule), isUnknownToWebhook),
  );
  const isUnseen = unseenWhere(policy, rule);
  return isUnseen === undefined ? mayDeny : or(isUnseen, mayDeny);
}

const isBeyondCel = (condition: Expression): boolean => some(condition, (node) => node.kind === "beyond");

/**
 * Too much to iterate over, something absent that is read from, or the rule itself. What is read of an answer of the
 * cluster is left to the webhook, which is asked wherever that answer counts.
 */
function holdsOrExceeds({ when }: RuleIr): Expression {
  const ends = [exceedsLimit(when), readsAbsent(withoutAnswers(when))].filter((end) => end !== undefined);
  return [...ends, guardIterations(when)].reduce((left, right) => or(left, right));
}

const withoutAnswers: (node: Expression) => Expression = once((node) => {
  if (!needsWebhook(node)) return node;
  return node.kind === "demand" ? literal(true, node.span) : mapChildren(node, withoutAnswers);
});

/** What is beyond CEL may end the rule where it may hold, which is then the same condition. */
function withoutSame(condition: Expression): Expression {
  const isTwice =
    condition.kind === "binary" && condition.operator === "||" && identity(condition.left) === identity(condition.right);
  return isTwice ? condition.left : condition;
}

function isDenying({ enforcement }: PolicyIr, { action }: RuleIr): boolean {
  return enforcement.by === undefined && enforcement.otherwise === "deny" && action === "deny";
}

/**
 * Where the match condition can tell that CEL has denied. A bound of the native part as it is, limits on iterations
 * included: of the rule without what is unknown here the limits are others.
 */
function seenDenied(certain: Expression | undefined, { span }: RuleIr): Expression {
  return certain === undefined ? literal(false, span) : certainly(certain, isUnknownToWebhook);
}

/** Only a mark that is guarded may keep the webhook from being asked, and only where nothing is denied without it. */
function objectsOf({ guards }: PolicyIr, rule: RuleIr, where: Expression): SelectorIr {
  const isOfStored = rule.operations.every((operation) => operation !== "create");
  return isOfStored && keepsMarks(guards) ? selectorFor(inlined(where), "oldObject") : {};
}

/** Whether it is false whatever the request; iterates over that are made on the way do not matter. */
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
