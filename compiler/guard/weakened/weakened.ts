import { type Expression, local, mapLiteral, method } from "../../ir/expression.ts";
import { negate as not } from "../../ir/expressions/negate.ts";
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
  most,
} from "./words.ts";

const [before, after] = [field(name("oldObject"), "spec"), field(name("object"), "spec")];

/** bool: what cannot be judged was denied, and no longer is. */
export const failsOpen = (): Expression => relaxesFailure(before, after);

/**
 * bool: a message of the stored rules is not among those of the new ones. What the rules ask is for who writes them to
 * say.
 */
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
 * bool: one of the webhooks is gone, or is for less than before, or no longer denies what it cannot judge. Their names
 * are unique in a configuration. In parts with names of their own: each is an expression with a limit of its own.
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

/**
 * bool: so of some webhook before and after the update. Of each name there is one: what is compared grows with their
 * number alone.
 */
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

/** bool: of the one some rule matches what no rule of the other does. */
function isNotCovered(some: Expression, others: Expression): Expression {
  const isAlone = iterate("exists", some, {
    as: "x",
    most: most.rules,
    body: (x) => not(iterate("exists", others, { as: "y", most: most.rules, body: (y) => covers(y, x) })),
  });
  return any(isLarger(some, most.rules), isLarger(others, most.rules), isAlone);
}

/** bool: whatever the rule `was` matches, `now` matches, too. */
function covers(now: Expression, was: Expression): Expression {
  const [given, stored] = [field(now, "resources"), field(was, "resources")];
  const [names, list] = [maybe(now, "resourceNames"), listOrEmpty(now, "resourceNames")];
  return all(
    coversItems(field(now, "operations"), field(was, "operations"), most.operations),
    coversItems(field(now, "apiGroups"), field(was, "apiGroups"), most.items),
    coversItems(field(now, "apiVersions"), field(was, "apiVersions"), most.items),
    coversResources(given, stored),
    any(equals(field(now, "scope"), textLiteral("*")), equals(field(now, "scope"), field(was, "scope"))),
    any(
      not(method(names, "hasValue", [], ownSpan)),
      all(not(isLarger(list, most.items)), equals(names, maybe(was, "resourceNames"))),
    ),
  );
}

function coversItems(now: Expression, was: Expression, entries: number): Expression {
  const isWithin = iterate("all", was, { as: "item", most: entries, body: (item) => isIn(item, now, entries) });
  return all(areComparable(now, was, entries), any(isIn(textLiteral("*"), now, entries), isWithin));
}

/** `*` stands for every resource, and for none of their subresources. */
function coversResources(now: Expression, was: Expression): Expression {
  const isResource = (item: Expression): Expression => not(method(item, "contains", [textLiteral("/")], ownSpan));
  const isWithin = iterate("all", was, {
    as: "item",
    most: most.items,
    body: (item) => any(isIn(item, now, most.items), all(isResource(item), isIn(textLiteral("*"), now, most.items))),
  });
  return all(areComparable(now, was, most.items), any(isIn(textLiteral("*/*"), now, most.items), isWithin));
}

function areComparable(now: Expression, was: Expression, entries: number): Expression {
  return all(not(isLarger(now, entries)), not(isLarger(was, entries)));
}
