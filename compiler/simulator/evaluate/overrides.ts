import type { KubernetesObject } from "../../language/objects.ts";
import type { Policy, Rule } from "../../language/policy.ts";
import { UnreadText } from "../../language/parse/number-in-text.ts";
import { ofOverrides, withinLimits } from "./limits/within-limits.ts";
import { isAbsentRead } from "../../language/absent.ts";
import { impliedOverrides } from "../../language/overrides/implied-overrides.ts";
import { type Override, reasonGiven } from "../../language/overrides/overrides.ts";
import { IterationLimitExceeded, QueryLimitExceeded } from "../../language/limits.ts";
import { isKnownEnd } from "./known-end.ts";
import type { AdmissionReviewRequest } from "../../api/admission-review.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { unaskedGroup } from "../../ir/webhook-rule.ts";

/** What a rule sees of a request to delete. */
type View = Parameters<Override["when"]>[0];

/** By the name of a rule or override: each has limits of its own on what it may iterate over. */
type ViewOf = (name: string) => unknown;

/** Those that the policy names; a policy that says why it has none has none. */
export function overridesOf({ overrides = [] }: Policy): readonly Override[] {
  return "none" in overrides ? [] : overrides;
}

/** The policy with the overrides that the compiler has added to it. */
export function withImplied(policy: Policy, compiled: PolicyIr | undefined): Policy {
  const names = compiled?.overrides.filter(({ isImplied }) => isImplied).map(({ rule }) => rule.name) ?? [];
  if (names.length === 0) return policy;
  return { ...policy, overrides: [...overridesOf(policy), ...names.flatMap((name) => impliedOverrides.get(name) ?? [])] };
}

/** With those closed that the webhook answers, about requests of which it is not asked. */
export function withUnaskedClosed(policy: Policy, compiled: PolicyIr | undefined, { resource, namespace = "" }: Asked): Policy {
  const isUnasked = ({ name, answeredBy }: Override): boolean => {
    const known = compiled?.overrides.find(({ rule }) => rule.name === name);
    const isLater = known?.byWebhook ?? answeredBy === "webhook";
    return isLater && (resource.group === unaskedGroup || known?.closedIn === namespace);
  };
  const overrides = overridesOf(policy);
  if (!overrides.some(isUnasked)) return policy;
  const closed = (way: Override): Override => ({ ...way, when: () => false, whyClosed: () => undefined });
  return { ...policy, overrides: overrides.map((way) => (isUnasked(way) ? closed(way) : way)) };
}

type Asked = Pick<AdmissionReviewRequest, "resource" | "namespace">;

/**
 * The overrides that are open, in the policy's order; one that would have to iterate over or ask too much, or that reads
 * from what is absent, is closed.
 */
export function openWays(policy: Policy, viewOf: ViewOf): readonly Override[] {
  return overridesOf(policy).filter((way) => holds(() => isOpen(way, viewOf(way.name) as View)));
}

/** One that the webhook answers is closed where it throws whatever it likes. */
function isOpen({ when, answeredBy }: Override, view: View): boolean {
  return answeredBy === "webhook" ? unlessThrown(() => when(view)) === true : when(view);
}

function unlessThrown<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (isKnownEnd(error)) throw error;
    return undefined;
  }
}

/** What denials end with, in the same words as the CEL: ` (reason: ...); to delete it anyway: ...; or: ...`. */
export function endOfDenial(policy: Policy, viewOf: ViewOf): string {
  const { reason } = policy;
  const given = reason === undefined ? "" : reasonGiven(reason)(viewOf("") as View);
  const closed = overridesOf(policy).flatMap(
    ({ name, whyClosed }) => unlessThrown(() => whyClosed?.(viewOf(name) as View)) ?? [],
  );
  return `${given}${closed.map((why) => `; ${why}`).join("")}${describeWays(policy, viewOf)}`;
}

function describeWays(policy: Policy, viewOf: ViewOf): string {
  const hows = overridesOf(policy).flatMap(({ name, how }) => (how === undefined ? [] : textOf(how, viewOf(name))));
  return hows.length === 0 ? "" : `; to delete it anyway: ${hows.join("; or: ")}`;
}

/** What a policy says of one request. */
export function textOf(text: string | ((view: View) => string), view: unknown): string {
  return typeof text === "string" ? text : text(view as View);
}

/** Whether a rule denies deleting the object, overrides left aside. */
export function isProtected({ rules }: Policy, viewOf: ViewOf, compiled: PolicyIr | undefined): boolean {
  const mostText = (name: string): number | undefined => compiled?.rules.find((one) => one.name === name)?.mostText;
  const isDenied = (name: string, rule: DeniesDeletes): unknown =>
    withinLimits({ ...ofOverrides, mostText: mostText(name) }, () => denies(rule, viewOf(name) as View));
  return holds(() => Object.entries(rules).some(([name, rule]) => isDenyingDeletes(rule) && isDenied(name, rule)));
}

/** A rule that the webhook answers may throw whatever it likes. */
function denies(rule: DeniesDeletes, view: View): unknown {
  return rule.answeredBy === "webhook" ? unlessThrown(() => rule.denyWhen(view)) : rule.denyWhen(view);
}

type DeniesDeletes = Extract<Rule<KubernetesObject>, { readonly operation?: "delete" }> & {
  readonly denyWhen: (view: View) => unknown;
};

function isDenyingDeletes(rule: Rule<KubernetesObject>): rule is DeniesDeletes {
  return (rule.operation ?? "delete") === "delete" && rule.denyWhen !== undefined;
}

function holds(condition: () => boolean): boolean {
  try {
    return withinLimits(ofOverrides, condition);
  } catch (error) {
    if (isUnanswered(error) || isAbsentRead(error)) return false;
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  return [IterationLimitExceeded, QueryLimitExceeded, UnreadText].some((kind) => error instanceof kind);
}
