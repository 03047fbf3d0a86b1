import { judged } from "../ir/expressions/endings.ts";
import { and, or } from "../ir/expressions/boolean.ts";
import { type Expression, literal, local } from "../ir/expression.ts";
import type { PolicyIr, OverrideIr } from "../ir/policy.ts";
import {
  type Aim,
  type GuardRule,
  type GuardTemplates,
  type PolicyProtection,
  byCopyingController,
  ruleWhere,
  throughSubresource,
  updatesOf,
} from "./guard.ts";
import { joinText } from "../ir/expressions/text.ts";
import { describeAll } from "./marks/describe-marks.ts";
import { changed } from "./marks/mark-removal.ts";
import { type Mark, literalKey, marksIn, withNewMarks } from "./marks/marks.ts";
import { asStored, atLeast, atMost } from "./marks/terms.ts";

/**
 * What opens an override is written through the object itself: who may write no more than a part of it (`/status`)
 * opens none. And what the overrides say of updates themselves.
 */
export function overrideGuard({ policy, condition }: PolicyProtection, { release }: GuardTemplates): readonly GuardRule[] {
  const aim = updatesOf(policy);
  const own = policy.overrides.flatMap(({ deniesUpdate, isImplied }): readonly GuardRule[] =>
    deniesUpdate === undefined || isImplied ? [] : [{ aim, rule: deniesUpdate }],
  );
  // Whoever may take off what protects needs no override.
  if (policy.guards.off.release !== undefined) return own;
  const opening: Opening = { aim, overrides: policy.overrides, isKept: asStored(judged(atMost(condition))) };
  return [
    ...own,
    ...opensThroughPart(policy, opening, release),
    ...opensByCopy(policy, opening, release),
    ...opensImplied(opening),
  ];
}

/** What shows that an object is a copy is written by the controller that makes it, once the object is protected. */
function opensImplied({ aim, overrides, isKept }: Opening): readonly GuardRule[] {
  return overrides.flatMap(({ deniesUpdate, isImplied }): readonly GuardRule[] =>
    deniesUpdate === undefined || !isImplied ? [] : [{ aim, rule: { ...deniesUpdate, when: and(deniesUpdate.when, isKept) } }],
  );
}

/** The same of a Namespace whose guards an override unmarks, whatever it holds. */
export function namespaceOverrideGuard(policy: PolicyIr, aim: Aim, release: PolicyIr): readonly GuardRule[] {
  const overrides = policy.overrides.filter(({ disablesGuards }) => disablesGuards);
  return opensThroughPart(policy, { aim, overrides, isKept: literal(true, policy.span) }, release);
}

/**
 * bool: the update itself opens what disables the guards, as the command of a denial does. Where a rule looks at all
 * annotations, the release alone may take the protection away, and the update that a denial asks for would be denied.
 * Through a part of the object, and by a copy, nobody opens one (above). Undefined where the rules read nothing that
 * opens one.
 */
export function opensItself({ overrides, span }: PolicyIr, read: readonly Mark[]): Expression | undefined {
  const opened = overrides.filter(({ disablesGuards, isImplied }) => disablesGuards && !isImplied).map(({ rule }) => rule);
  const meant = opened.filter(({ when }) =>
    marksIn(when, "oldObject").some((mark) => read.some((other) => overlap(mark, other))),
  );
  if (meant.length === 0) return undefined;
  const isOpen = meant.map(({ name, when }) => local(`${name}After`, judged(atLeast(withNewMarks(when))), "author"));
  return isOpen.reduce<Expression>((left, right) => or(left, right), literal(false, span));
}

/** The same entry, or perhaps: a whole map holds each, and a key that is worked out may be any. */
function overlap(one: Mark, other: Mark): boolean {
  const [key, otherKey] = [literalKey(one.key), literalKey(other.key)];
  return one.map === other.map && (key === undefined || otherKey === undefined || key === otherKey);
}

interface Opening {
  readonly aim: Aim;
  readonly overrides: readonly OverrideIr[];
  /** bool: the object is one on which nobody may open them so. */
  readonly isKept: Expression;
}

function opensThroughPart(policy: PolicyIr, { aim, overrides, isKept }: Opening, release: PolicyIr): readonly GuardRule[] {
  const marks = marksOf(overrides);
  if (marks.length === 0) return [];
  const opens = and(throughSubresource(policy.span), and(changed({ marks }), isKept));
  return [{ aim, rule: ruleWhere(opens, release, { rule: "overrideGuard", policy }) }];
}

/**
 * A controller that copies what stands on the owner opens none either: whoever may write the owner need not be allowed
 * to write the object. Only a value that opens it counts, so a rollout copies the owner's own release. An override that
 * says itself who may open it is left to that.
 */
function opensByCopy(policy: PolicyIr, { aim, overrides, isKept }: Opening, release: PolicyIr): readonly GuardRule[] {
  const isByController = byCopyingController(policy);
  if (isByController === undefined) return [];
  return overrides.flatMap((override): readonly GuardRule[] => {
    const marks = marksOf([override]);
    // One that the webhook answers says what may be written, and not by whom.
    if (marks.length === 0 || (override.deniesUpdate !== undefined && !override.byWebhook)) return [];
    const opens = and(changed({ marks }), judged(atMost(withNewMarks(override.rule.when))));
    const rule = ruleWhere(and(isByController, and(opens, isKept)), release, { rule: "copiedOverrideGuard", policy });
    const message = joinText([rule.message, literal(describeAll(marks), policy.span)]);
    return [{ aim, rule: { ...rule, message } }];
  });
}

/**
 * Labels and annotations by which overrides are open. Those that the compiler adds are opened by none: with one an
 * object is somebody's own.
 */
export const marksOf = (overrides: readonly OverrideIr[]): readonly Mark[] =>
  overrides.filter(({ isImplied }) => !isImplied).flatMap(({ rule }) => marksIn(rule.when, "oldObject"));
