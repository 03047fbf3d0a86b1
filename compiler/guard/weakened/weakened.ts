import { type Expression, local, mapLiteral, method } from "../../ir/expression.ts";
import { negate as not } from "../../ir/expressions/negate.ts";
import { most } from "./most-compared.ts";
import { isNotCovered } from "./resource-rules.ts";
import {
  all,
  any,
  differs,
  equals,
  field,
  isIn,
  isLarger,
  listOrEmpty,
  maybe,
  name,
  ownSpan,
  shortField,
  textLiteral,
  textOrEmpty,
  iterate,
} from "./words.ts";

const [before, after] = [field(name("oldObject"), "spec"), field(name("object"), "spec")];

/** bool: what cannot be judged was denied, and no longer is. */
export const failsOpen = (): Expression => relaxesFailure(before, after);

/** bool: a message of the stored rules is not among those of the new ones. What the rules ask is for who writes them to say. */
export const losesRule = (): Expression => {
  const [was, now] = [listOrEmpty(before, "validations"), listOrEmpty(after, "validations")];
  const messages = iterate("map", now, { as: "y", most: most.validations, body: (y) => textOrEmpty(y, "message") });
  const isGone = iterate("exists", was, {
    as: "x",
    most: most.validations,
    body: (x) => not(isIn(textOrEmpty(x, "message"), messages, most.validations)),
  });
  return any(isLarger(was, most.validations), isLarger(now, most.validations), isGone);
};

const [matched, matches] = [field(before, "matchConstraints"), field(after, "matchConstraints")];

/** bool: a policy matches fewer requests than before. */
export const matchesLess = (): Expression =>
  any(isNotCovered(field(matched, "resourceRules"), field(matches, "resourceRules")), matchesOneVersion(matched, matches));

/** bool: a policy excludes more than before. */
export const excludesMore = (): Expression =>
  isNotCovered(listOrEmpty(matches, "excludeResourceRules"), listOrEmpty(matched, "excludeResourceRules"));

/** bool: what a policy is for depends on more than before. */
export const addsConditions = (): Expression =>
  any(
    ...narrowsSelectors(matched, matches),
    addsCondition(before, after, most.conditions),
    differs(maybe(before, "paramKind"), maybe(after, "paramKind")),
  );

/** bool: a binding denies nothing any more. */
export const deniesNothing = (): Expression => all(deniesIn(before), not(deniesIn(after)));

const deniesIn = (spec: Expression): Expression => isIn(textLiteral("Deny"), field(spec, "validationActions"), most.actions);

/** bool: a binding is for another policy or other parameters, or for less than before. */
export const bindsLess = (): Expression =>
  any(
    differs(field(before, "policyName"), field(after, "policyName")),
    differs(maybe(before, "paramRef"), maybe(after, "paramRef")),
    all(
      method(maybe(after, "matchResources"), "hasValue", [], ownSpan),
      differs(maybe(before, "matchResources"), maybe(after, "matchResources")),
    ),
  );

/**
 * bool: one of the webhooks is gone, or is for less than before, or no longer denies what it cannot judge. Their names are unique in a
 * configuration. In parts with names of their own: each is an expression with a limit of its own.
 */
export const losesWebhook = (): Expression => {
  const [was, now] = [listOrEmpty(name("oldObject"), "webhooks"), listOrEmpty(name("object"), "webhooks")];
  const isTooLong = any(isLarger(was, most.webhooks), isLarger(now, most.webhooks));
  const isLost = iterate("exists", was, {
    as: "x",
    most: most.webhooks,
    body: (x) => not(iterate("exists", now, { as: "y", most: most.webhooks, body: (y) => isStillThere(x, y) })),
  });
  const parts: Readonly<Record<string, (x: Expression, y: Expression) => Expression>> = {
    losesRule: losesWebhookRule,
    addsCondition: (x, y) => addsCondition(x, y, most.conditionsOfWebhook),
  };
  const weakened = Object.entries(parts).map(([as, body]) => local(as, someOfSameName(was, now, body), "author"));
  return any(isTooLong, local("losesWebhook", isLost, "author"), ...weakened);
};

/** bool: so of some webhook before and after the update. Of each name there is one: what is compared grows with their number alone. */
function someOfSameName(was: Expression, now: Expression, body: (x: Expression, y: Expression) => Expression): Expression {
  const ofSameName = (x: Expression): Expression => {
    const same = iterate("filter", now, { as: "y", most: most.webhooks, body: (y) => isSameName(x, y) });
    return iterate("exists", same, { as: "y", most: 1, body: (y) => body(x, y) });
  };
  const isShort = not(any(isLarger(was, most.webhooks), isLarger(now, most.webhooks)));
  return all(isShort, iterate("exists", was, { as: "x", most: most.webhooks, body: ofSameName }));
}

const isSameName = (was: Expression, now: Expression): Expression => equals(shortField(was, "name"), shortField(now, "name"));

function isStillThere(was: Expression, now: Expression): Expression {
  return all(
    isSameName(was, now),
    not(any(relaxesFailure(was, now), matchesOneVersion(was, now), ...narrowsSelectors(was, now))),
  );
}

function losesWebhookRule(was: Expression, now: Expression): Expression {
  const [rules, given] = [listOrEmpty(was, "rules"), listOrEmpty(now, "rules")];
  const isKept = iterate("all", rules, {
    as: "rule",
    most: most.rulesOfWebhook,
    body: (rule) => isIn(rule, given, most.rulesOfWebhook),
  });
  return any(isLarger(rules, most.rulesOfWebhook), isLarger(given, most.rulesOfWebhook), not(isKept));
}

function relaxesFailure(was: Expression, now: Expression): Expression {
  return all(
    equals(shortField(was, "failurePolicy"), textLiteral("Fail")),
    differs(shortField(now, "failurePolicy"), textLiteral("Fail")),
  );
}

function matchesOneVersion(was: Expression, now: Expression): Expression {
  return all(
    equals(shortField(was, "matchPolicy"), textLiteral("Equivalent")),
    differs(shortField(now, "matchPolicy"), textLiteral("Equivalent")),
  );
}

function narrowsSelectors(was: Expression, now: Expression): readonly Expression[] {
  return ["namespaceSelector", "objectSelector"].map((step) => narrowsSelector(shortField(was, step), shortField(now, step)));
}

/** An empty selector selects everything; any other may select less than the one before. */
function narrowsSelector(was: Expression, now: Expression): Expression {
  const labels = method(maybe(now, "matchLabels"), "orValue", [mapLiteral([], ownSpan)], ownSpan);
  return all(differs(was, now), any(isLarger(labels, 0), isLarger(listOrEmpty(now, "matchExpressions"), 0)));
}

function addsCondition(was: Expression, now: Expression, entries: number): Expression {
  const [known, given] = [listOrEmpty(was, "matchConditions"), listOrEmpty(now, "matchConditions")];
  const nameOf = (condition: Expression): Expression => shortField(condition, "name");
  const names = iterate("map", known, { as: "known", most: entries, body: nameOf });
  const isNew = iterate("exists", given, {
    as: "condition",
    most: entries,
    body: (condition) => not(isIn(nameOf(condition), names, entries)),
  });
  return any(isLarger(known, entries), isLarger(given, entries), isNew);
}
