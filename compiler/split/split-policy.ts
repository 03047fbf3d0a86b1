import { and, or } from "../ir/expressions/boolean.ts";
import { groupCovers } from "../api/coverage.ts";
import type { Span } from "../diagnostics/span.ts";
import { bindingsOf } from "../ir/enforcement.ts";
import { type Expression, binary, identifier, literal, method, optionalSelect, select } from "../ir/expression.ts";
import { identity } from "../ir/expressions/identity.ts";
import { exceedsLimit, judged, notRefuted, readsAbsent } from "../ir/expressions/endings.ts";
import { guardIterations, unbounded } from "../ir/expressions/iteration-limit.ts";
import { selectorFor } from "../ir/expressions/needed-mark.ts";
import { negate } from "../ir/expressions/negate.ts";
import {
  type OverrideIr,
  type PolicyIr,
  type Reevaluated,
  type RuleIr,
  type SelectorIr,
  overridesByWebhook,
} from "../ir/policy.ts";
import { once } from "../ir/once.ts";
import { asksCluster, children, mapChildren, needsWebhook, some } from "../ir/expressions/visit.ts";
import { type WebhookRuleIr, asksOf, unaskedGroup } from "../ir/webhook-rule.ts";
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
 * So it does with every rule that denies deletes where an override is the webhook's to answer: what CEL denies it leaves
 * to the webhook where that override may be open.
 *
 * The webhook runs the whole rule, so that native part or webhook is the rule: what CEL denies the rule denies, and
 * what the rule denies either CEL denies or the webhook is asked.
 */
export function splitPolicy(policy: PolicyIr): SplitPolicy {
  const open = openLater(policy);
  const rules = policy.rules.map((rule) => {
    if (needsWebhook(rule.when)) return splitRule(policy, rule, open);
    return open !== undefined && isDenyingDeletes(rule) ? releasedRule(policy, rule, open) : rule;
  });
  const webhook = rules.filter(isWebhookRule);
  if (webhook.length === 0) return { native: policy, guarded: policy, webhook };
  return {
    native: {
      ...policy,
      rules: rules.flatMap((rule) => (isWebhookRule(rule) ? nativePart(rule) : rule)),
      overrides: policy.overrides.map((override) => nativeOverride(policy, override)),
    },
    guarded: { ...policy, rules: rules.flatMap((rule) => (isWebhookRule(rule) ? guardedRule(rule.rule) : rule)) },
    webhook,
  };
}

function isWebhookRule(rule: RuleIr | WebhookRuleIr): rule is WebhookRuleIr {
  return "asked" in rule;
}

/**
 * bool: an override that the webhook answers may be open, as far as a match condition can tell. What CEL denies it does
 * not deny there, and asks the webhook. Undefined where the policy has none.
 */
function openLater(policy: PolicyIr): Expression | undefined {
  const [first, ...others] = overridesByWebhook(policy).map(({ rule }) => judged(possibly(rule.when, isUnknownToWebhook)));
  return first === undefined ? undefined : others.reduce((left, right) => or(left, right), first);
}

/** To CEL it is open wherever it may be, as far as the webhook is asked: that denies where it is not. */
function nativeOverride({ match }: PolicyIr, override: OverrideIr): OverrideIr {
  const { byWebhook, rule, closedIn } = override;
  if (!byWebhook) return override;
  const isAsked = [
    ...(match.some(({ group }) => groupCovers(group, unaskedGroup)) ? [isOfAskedGroup(rule.span)] : []),
    ...(closedIn === undefined ? [] : [isOutside(closedIn, rule.span)]),
  ];
  const when = isAsked.reduce((left, right) => and(left, right), possibly(rule.when, isUnknownToCel));
  return { ...override, rule: { ...rule, when } };
}

/** bool: the API server asks webhooks about such objects. */
function isOfAskedGroup(span: Span): Expression {
  const group = select(select(identifier("request", span), "resource", span), "group", span);
  return binary(group, "!=", literal(unaskedGroup, span), span);
}

/** bool: ours is asked about the request. Of one about the Namespace itself this is the Namespace, too. */
function isOutside(closedIn: string, span: Span): Expression {
  const namespace = method(optionalSelect(identifier("request", span), "namespace", span), "orValue", [literal("", span)], span);
  return binary(namespace, "!=", literal(closedIn, span), span);
}

const isDenyingDeletes = ({ action, operations }: RuleIr): boolean => action === "deny" && operations.includes("delete");

function splitRule(policy: PolicyIr, rule: RuleIr, open: Expression | undefined): WebhookRuleIr {
  const certain = certainWhere(rule);
  const where = deniedWhere(policy, rule);
  const leftByCel = negate(seenDenied(certain, rule));
  const left = open === undefined || !isDenyingDeletes(rule) ? leftByCel : or(leftByCel, open);
  return askedRule({ policy, rule, certain, where }, isDenying(policy, rule) ? and(where, left) : where);
}

/** CEL can say all of it, and says nothing where an override of the policy may be open that the webhook answers. */
function releasedRule(policy: PolicyIr, rule: RuleIr, open: Expression): WebhookRuleIr {
  const where = deniedWhere(policy, rule);
  return askedRule({ policy, rule, certain: rule.when, where }, and(where, open));
}

type Parts = Pick<WebhookRuleIr, "policy" | "rule" | "certain"> & { readonly where: Expression };

function askedRule({ policy, rule, certain, where }: Parts, asked: Expression): WebhookRuleIr {
  return {
    policy,
    rule,
    certain,
    asked: unbounded(inlined(asked)),
    objects: objectsOf(rule, where),
    bindings: bindingsOf(policy.name, rule.action, policy.enforcement),
    asks: asksOf([rule.when, rule.message]),
  };
}

/** A rule whose message asks has been rejected, or is about to be. */
function nativePart({ rule, certain }: WebhookRuleIr): readonly RuleIr[] {
  if (!needsWebhook(rule.when)) return [{ ...rule, isAlone: true }];
  return certain === undefined || asksCluster(rule.message) ? [] : [{ ...rule, when: certain, isAlone: true }];
}

const mayHold = (condition: Expression): Expression => possibly(condition, isUnknownToCel);

/** The rule as its guards see it: an object that may be protected is guarded. None where that may be any object. */
function guardedRule(rule: RuleIr): readonly RuleIr[] {
  if (!needsWebhook(rule.when)) return [rule];
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

/** The webhook is not asked about objects without the label that every denial needs. */
function objectsOf(rule: RuleIr, where: Expression): SelectorIr {
  const isOfStored = rule.operations.every((operation) => operation !== "create");
  return isOfStored ? selectorFor(inlined(where), "oldObject") : {};
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
