import { splitResource, type MatchEntry } from "../api/coverage.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { judged } from "../ir/expressions/endings.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import {
  type Expression,
  binary,
  identifier,
  listLiteral,
  literal,
  local,
  method,
  optionalSelect,
  select,
} from "../ir/expression.ts";
import { copyingUsers } from "../ir/implied-overrides.ts";
import { negate } from "../ir/expressions/negate.ts";
import { joinText } from "../ir/expressions/text.ts";
import type { ByTemplate, GuardName } from "../ir/guards.ts";
import type { MatchConditionIr, ParametersIr, PolicyIr, RuleIr, SeenAsParams, OverrideIr } from "../ir/policy.ts";
import { atLeast } from "./marks/terms.ts";

/** Our own policies, from which guards are made; written in the language of rules. */
export type GuardTemplates = ByTemplate<PolicyIr>;

/** Of a guard that not every policy has. */
export function requireTemplate(template: PolicyIr | undefined): PolicyIr {
  if (template === undefined) throw new InternalError("a guard is asked for whose template was not lowered");
  return template;
}

/** One kind of guard of one policy. */
export interface Guard {
  readonly name: GuardName;
  readonly state: GuardState;
  readonly rules: readonly GuardRule[];
  /** Fields that the rules read and that nobody guards: the state is `open` for them alone. */
  readonly openFields?: readonly string[];
  /** What the webhook reads as a whole, of which no part can be guarded: `annotations of the object`. */
  readonly wholes?: readonly string[];
  /**
   * Marks that let a delete through by being there, which whoever may update the object may put on it:
   * `annotation allow-delete`.
   */
  readonly confirmable?: string;
  /**
   * What has marks of its own may lose the protection of its Namespace: the rules mix both in one comparison, and ask
   * more.
   */
  readonly leavesOutMarked?: boolean;
  /** It looks at every object in a Namespace of which its annotations alone tell whether it is marked. */
  readonly looksAtAll?: LooksAtAll;
}

export interface LooksAtAll {
  /** `ConfigMap, Secret` */
  readonly kinds: string;
  /** The key of such an annotation. */
  readonly annotation: string;
}

/** A rule of a guard, and which of the policies that guards make it goes to. */
export interface GuardRule {
  readonly aim: Aim;
  readonly rule: RuleIr;
}

/**
 * Which requests are looked at. Rules with the same aim share one policy, because the API server's cost is per policy.
 */
export interface Aim {
  /** Of the policy's name. */
  readonly ending: string;
  /** Ends "Guards ack-prevent-delete against being bypassed". */
  readonly by: string;
  readonly match: readonly MatchEntry[];
  /** Which of their objects. */
  readonly only?: MatchConditionIr;
  readonly params?: ParametersIr;
  /** It is enforced as in the strictest Namespace, wherever the request is. */
  readonly isEverywhere?: true;
}

/**
 * `on`; `off` by the author's wish; not needed; or `open`: needed, and not closed natively. With the reason, for the
 * report.
 */
export type GuardState =
  | { readonly is: "on"; readonly what: string }
  | { readonly is: "off"; readonly reason: string }
  | { readonly is: "not needed"; readonly reason: string }
  | { readonly is: "open"; readonly reason: string };

/** What the rules of a policy protect: the part of it that its guards are made from. */
export interface PolicyProtection {
  readonly policy: PolicyIr;
  /** bool: some rule denies deleting the object, or may do so by what it asks the cluster. */
  readonly condition: Expression;
  /**
   * The same with what is asked: an update can change the term, or leave an object to another rule that may get another
   * answer.
   */
  readonly asking: Expression;
}

/** What the rules of the policy protect together: an object is safe while any of them denies deleting it. */
export function protectionOf(policy: PolicyIr): PolicyProtection | undefined {
  const denying = policy.rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  if (denying.length === 0) return undefined;
  return {
    policy,
    condition: anyOf(denying.map(({ when }) => when)),
    asking: anyOf(denying.map(({ when, asking = when }) => asking)),
  };
}

function anyOf(conditions: readonly Expression[]): Expression {
  return conditions.reduce((left, right) => or(left, right));
}

/** The rule of the template, where `condition` holds as well. */
export function ruleWhere(
  condition: Expression,
  template: PolicyIr,
  { rule, policy }: { rule: string; policy: PolicyIr },
): RuleIr {
  const found = template.rules.find(({ name }) => name === rule) as RuleIr;
  return { ...found, span: policy.span, when: and(condition, found.when) };
}

/** The same, unless the object of the request carries what disables its guards; the message says what that is. */
export function unlessReleased(rule: RuleIr, { overrides }: PolicyIr, { isAnything = false } = {}): RuleIr {
  // What a controller of the cluster may do to a copy is no business of other objects.
  const disabling = overrides.filter(({ disablesGuards, isImplied }) => disablesGuards && !(isAnything && isImplied));
  const when = disabling.reduce(
    (condition, way) => and(condition, negate(local(way.rule.name, judged(way.rule.when), "author"))),
    rule.when,
  );
  const { span } = rule;
  const hows = disabling.flatMap(({ how, howForAnything }) => (isAnything ? howForAnything : how) ?? []);
  const named = hows.map((how) => local("command", how, "author"));
  const parts = named.flatMap((how, at) => [literal(at === 0 ? "; to do it anyway, first run: " : "; or: ", span), how]);
  return { ...rule, when, message: joinText([rule.message, ...parts]) };
}

/** `condition` of an object that is looked up, unless one of these overrides is open for it, whoever deletes it. */
export function unlessOpenElsewhere(
  condition: Expression,
  overrides: readonly OverrideIr[],
  find: (seen: SeenAsParams) => Expression | undefined,
): Expression {
  return overrides.reduce((kept, { rule, elsewhere }) => {
    const isOpen = elsewhere === undefined ? undefined : find(elsewhere);
    return isOpen === undefined || isNever(isOpen)
      ? kept
      : and(kept, negate(local(rule.name, judged(atLeast(isOpen)), "compiler")));
  }, condition);
}

/** bool: the request is about a part of the object, as `/status`. */
export function throughSubresource(span: Span): Expression {
  return method(optionalSelect(identifier("request", span), "subResource", span), "hasValue", [], span);
}

/**
 * bool: a controller of Kubernetes asks that copies onto the object what stands on its owner, which others may write.
 * Undefined where none does: copies that follow their owner may be changed so.
 */
export function byCopyingController({ match, overrides, span }: PolicyIr): Expression | undefined {
  const given = overrides.filter(({ isImplied }) => isImplied).map(({ rule }) => rule.name);
  const users = copyingUsers(match, given);
  return users.length === 0 ? undefined : isOneOf(username(span), users);
}

/** A webhook that authenticates may name nobody. */
export function username(span: Span): Expression {
  const userInfo = select(identifier("request", span), "userInfo", span);
  return method(optionalSelect(userInfo, "username", span), "orValue", [literal("", span)], span);
}

export function isOneOf(value: Expression, [first = "", ...others]: readonly string[]): Expression {
  const { span } = value;
  if (others.length === 0) return binary(value, "==", literal(first, span), span);
  const texts = [first, ...others].map((text) => literal(text, span));
  return binary(value, "in", listLiteral(texts, span), span);
}

const isNever = (condition: Expression): boolean => condition.kind === "literal" && condition.value === false;

export const on = (what: string): GuardState => ({ is: "on", what });

export const off = (reason: string): GuardState => ({ is: "off", reason });

export const notNeeded = (reason: string): GuardState => ({ is: "not needed", reason });

export const open = (reason: string): GuardState => ({ is: "open", reason });

/** Updates of what the policy protects, through the object itself and through every subresource. */
export function updatesOf({ match }: PolicyIr): Aim {
  const everywhere = match.map((entry) => ({ ...entry, resource: `${splitResource(entry.resource).resource}/*` }));
  return { ending: "guard", by: "by updates of the object", match: everywhere };
}
