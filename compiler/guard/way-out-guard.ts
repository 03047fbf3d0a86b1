import { judged } from "../arrange/bound.ts";
import { and } from "../ir/boolean.ts";
import { type Expression, literal } from "../ir/expression.ts";
import type { PolicyIr, WayOutIr } from "../ir/policy.ts";
import {
  type Aim,
  type GuardRule,
  type GuardTemplates,
  type Protection,
  ruleWhere,
  throughSubresource,
  updatesOf,
} from "./guard.ts";
import { changed } from "./lifted.ts";
import { type Mark, marksIn } from "./marks.ts";
import { atMost } from "./questions.ts";

/**
 * What opens a way out is written through the object itself: who may write no more than a part of it (`/status`) opens none. And what
 * the ways out say of updates themselves.
 */
export function wayOutGuard({ policy, condition }: Protection, { release }: GuardTemplates): readonly GuardRule[] {
  const aim = updatesOf(policy);
  const own = policy.waysOut.flatMap(({ refusesUpdate }): readonly GuardRule[] =>
    refusesUpdate === undefined ? [] : [{ aim, rule: refusesUpdate }],
  );
  // Whoever may take off what protects needs no way out.
  if (policy.guards.off.release !== undefined) return own;
  return [...own, ...opensThroughPart(policy, { aim, waysOut: policy.waysOut, isKept: judged(atMost(condition)) }, release)];
}

/** The same of a Namespace whose guards a way out lifts, whatever it holds. */
export function namespaceWayOutGuard(policy: PolicyIr, aim: Aim, release: PolicyIr): readonly GuardRule[] {
  const waysOut = policy.waysOut.filter(({ liftsGuards }) => liftsGuards);
  return opensThroughPart(policy, { aim, waysOut, isKept: literal(true, policy.span) }, release);
}

interface Opening {
  readonly aim: Aim;
  readonly waysOut: readonly WayOutIr[];
  /** bool: the object is one on which nobody may open them so. */
  readonly isKept: Expression;
}

function opensThroughPart(policy: PolicyIr, { aim, waysOut, isKept }: Opening, release: PolicyIr): readonly GuardRule[] {
  const marks = marksOf(waysOut);
  if (marks.length === 0) return [];
  const opens = and(throughSubresource(policy.span), and(changed({ marks }), isKept));
  return [{ aim, rule: ruleWhere(opens, release, { rule: "wayOutGuard", policy }) }];
}

/** Labels and annotations by which ways out are open. Those that the compiler adds are opened by none: with one an object is somebody's own. */
export const marksOf = (waysOut: readonly WayOutIr[]): readonly Mark[] =>
  waysOut.filter(({ isImplied }) => !isImplied).flatMap(({ rule }) => marksIn(rule.when, "oldObject"));
