import type { KubernetesObject } from "../dsl/objects.ts";
import type { Policy, Rule } from "../dsl/policy.ts";
import { impliedWaysOut } from "../dsl/implied-ways-out.ts";
import { type WayOut, reasonGiven } from "../dsl/ways-out.ts";
import { IterationLimitExceeded, QuestionLimitExceeded } from "../dsl/limits.ts";
import type { PolicyIr } from "../ir/policy.ts";

/** What a rule sees of a request to delete. */
type View = Parameters<WayOut["when"]>[0];

/** By the name of a rule or way out: each has limits of its own on what it may walk. */
type ViewOf = (name: string) => unknown;

/** Those that the policy names; a policy that says why it has none has none. */
export function waysOutOf({ waysOut = [] }: Policy): readonly WayOut[] {
  return "none" in waysOut ? [] : waysOut;
}

/** The policy with the ways out that the compiler has added to it. */
export function withImplied(policy: Policy, compiled: PolicyIr | undefined): Policy {
  const names = compiled?.waysOut.filter(({ isImplied }) => isImplied).map(({ rule }) => rule.name) ?? [];
  if (names.length === 0) return policy;
  return { ...policy, waysOut: [...waysOutOf(policy), ...names.flatMap((name) => impliedWaysOut.get(name) ?? [])] };
}

/** The ways out that are open, in the policy's order; one that would have to walk or ask too much is closed. */
export function openWays(policy: Policy, viewOf: ViewOf): readonly WayOut[] {
  return waysOutOf(policy).filter(({ name, when }) => holds(() => when(viewOf(name) as View)));
}

/** What refusals end with, in the same words as the CEL: ` (reason: ...); to delete it all the same: ...; or: ...`. */
export function endOfRefusal(policy: Policy, viewOf: ViewOf): string {
  const { reason } = policy;
  return `${reason === undefined ? "" : reasonGiven(reason)(viewOf("") as View)}${describeWays(policy, viewOf)}`;
}

function describeWays(policy: Policy, viewOf: ViewOf): string {
  const hows = waysOutOf(policy).flatMap(({ name, how }) => (how === undefined ? [] : textOf(how, viewOf(name))));
  return hows.length === 0 ? "" : `; to delete it all the same: ${hows.join("; or: ")}`;
}

/** What a policy says of one request. */
export function textOf(text: string | ((view: View) => string), view: unknown): string {
  return typeof text === "string" ? text : text(view as View);
}

/** Whether a rule refuses to delete the object, ways out left aside. */
export function isProtected({ rules }: Policy, viewOf: ViewOf): boolean {
  return holds(() =>
    Object.entries(rules).some(([name, rule]) => isRefusingDeletes(rule) && rule.denyWhen(viewOf(name) as View)),
  );
}

type RefusesDeletes = Extract<Rule<KubernetesObject>, { readonly operation?: "delete" }> & {
  readonly denyWhen: (view: View) => boolean;
};

function isRefusingDeletes(rule: Rule<KubernetesObject>): rule is RefusesDeletes {
  return (rule.operation ?? "delete") === "delete" && rule.denyWhen !== undefined;
}

function holds(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (error) {
    if (error instanceof IterationLimitExceeded || error instanceof QuestionLimitExceeded) return false;
    throw error;
  }
}
