import { type Expression, mapLiteral, method } from "../ir/expression.ts";
import { negate as not } from "../ir/negate.ts";
import { all, any, differs, equal, field, isIn, isLarger, listOf, maybe, name, ownSpan, text, textOf, walk } from "./words.ts";

/** Entries that are compared, pair by pair; an update of something with more is refused. Nobody has as many. */
const most = {
  validations: 200,
  rules: 10,
  operations: 5,
  items: 30,
  conditions: 64,
  webhooks: 20,
  conditionsOfWebhook: 16,
} as const;

const [before, after] = [field(name("oldObject"), "spec"), field(name("object"), "spec")];

/** bool: what cannot be judged was refused, and no longer is. */
export const failsOpen: Expression = relaxesFailure(before, after);

/** bool: a message of the stored rules is not among those of the new ones. What the rules ask is for who writes them to say. */
export const losesRule: Expression = (() => {
  const [was, now] = [listOf(before, "validations"), listOf(after, "validations")];
  const messages = walk("map", now, { as: "y", most: most.validations, body: (y) => textOf(y, "message") });
  const isGone = walk("exists", was, {
    as: "x",
    most: most.validations,
    body: (x) => not(isIn(textOf(x, "message"), messages)),
  });
  return any(isLarger(was, most.validations), isLarger(now, most.validations), isGone);
})();

const [matched, matches] = [field(before, "matchConstraints"), field(after, "matchConstraints")];

/** bool: a policy matches fewer requests than before. */
export const matchesLess: Expression = any(
  isNotCovered(field(matched, "resourceRules"), field(matches, "resourceRules")),
  matchesOneVersion(matched, matches),
);

/** bool: a policy excludes more than before. */
export const excludesMore: Expression = isNotCovered(
  listOf(matches, "excludeResourceRules"),
  listOf(matched, "excludeResourceRules"),
);

/** bool: what a policy is for depends on more than before. */
export const addsConditions: Expression = any(
  ...narrowsSelectors(matched, matches),
  addsCondition(before, after, most.conditions),
  differs(maybe(before, "paramKind"), maybe(after, "paramKind")),
);

/** bool: a binding refuses nothing any more. */
export const refusesNothing: Expression = all(
  isIn(text("Deny"), field(before, "validationActions")),
  not(isIn(text("Deny"), field(after, "validationActions"))),
);

/** bool: a binding is for another policy or other parameters, or for less than before. */
export const bindsLess: Expression = any(
  differs(field(before, "policyName"), field(after, "policyName")),
  differs(maybe(before, "paramRef"), maybe(after, "paramRef")),
  all(
    method(maybe(after, "matchResources"), "hasValue", [], ownSpan),
    differs(maybe(before, "matchResources"), maybe(after, "matchResources")),
  ),
);

/** bool: one of the webhooks is gone, or is for less than before, or no longer refuses what it cannot judge. */
export const losesWebhook: Expression = (() => {
  const [was, now] = [listOf(name("oldObject"), "webhooks"), listOf(name("object"), "webhooks")];
  const isGone = walk("exists", was, {
    as: "x",
    most: most.webhooks,
    body: (x) => not(walk("exists", now, { as: "y", most: most.webhooks, body: (y) => keepsWebhook(x, y) })),
  });
  return any(isLarger(was, most.webhooks), isLarger(now, most.webhooks), isGone);
})();

function keepsWebhook(was: Expression, now: Expression): Expression {
  const rules = listOf(was, "rules");
  return all(
    equal(field(was, "name"), field(now, "name")),
    not(
      any(
        relaxesFailure(was, now),
        matchesOneVersion(was, now),
        ...narrowsSelectors(was, now),
        addsCondition(was, now, most.conditionsOfWebhook),
      ),
    ),
    not(isLarger(rules, most.rules)),
    walk("all", rules, { as: "rule", most: most.rules, body: (rule) => isIn(rule, listOf(now, "rules")) }),
  );
}

function relaxesFailure(was: Expression, now: Expression): Expression {
  return all(equal(field(was, "failurePolicy"), text("Fail")), differs(field(now, "failurePolicy"), text("Fail")));
}

function matchesOneVersion(was: Expression, now: Expression): Expression {
  return all(equal(field(was, "matchPolicy"), text("Equivalent")), differs(field(now, "matchPolicy"), text("Equivalent")));
}

function narrowsSelectors(was: Expression, now: Expression): readonly Expression[] {
  return ["namespaceSelector", "objectSelector"].map((step) => narrowsSelector(field(was, step), field(now, step)));
}

/** An empty selector selects everything; any other may select less than the one before. */
function narrowsSelector(was: Expression, now: Expression): Expression {
  const labels = method(maybe(now, "matchLabels"), "orValue", [mapLiteral([], ownSpan)], ownSpan);
  return all(differs(was, now), any(isLarger(labels, 0), isLarger(listOf(now, "matchExpressions"), 0)));
}

function addsCondition(was: Expression, now: Expression, entries: number): Expression {
  const [known, given] = [listOf(was, "matchConditions"), listOf(now, "matchConditions")];
  const nameOf = (condition: Expression): Expression => field(condition, "name");
  const names = walk("map", known, { as: "condition", most: entries, body: nameOf });
  const isNew = walk("exists", given, {
    as: "condition",
    most: entries,
    body: (condition) => not(isIn(nameOf(condition), names)),
  });
  return any(isLarger(known, entries), isLarger(given, entries), isNew);
}

/** bool: of the one some rule matches what no rule of the other does. */
function isNotCovered(some: Expression, others: Expression): Expression {
  const isAlone = walk("exists", some, {
    as: "x",
    most: most.rules,
    body: (x) => not(walk("exists", others, { as: "y", most: most.rules, body: (y) => covers(y, x) })),
  });
  return any(isLarger(some, most.rules), isLarger(others, most.rules), isAlone);
}

/** bool: whatever the rule `was` matches, `now` matches, too. */
function covers(now: Expression, was: Expression): Expression {
  const [given, stored] = [field(now, "resources"), field(was, "resources")];
  const [names, list] = [maybe(now, "resourceNames"), listOf(now, "resourceNames")];
  return all(
    coversItems(field(now, "operations"), field(was, "operations"), most.operations),
    coversItems(field(now, "apiGroups"), field(was, "apiGroups"), most.items),
    coversItems(field(now, "apiVersions"), field(was, "apiVersions"), most.items),
    coversResources(given, stored),
    any(equal(field(now, "scope"), text("*")), equal(field(now, "scope"), field(was, "scope"))),
    any(
      not(method(names, "hasValue", [], ownSpan)),
      all(not(isLarger(list, most.items)), equal(names, maybe(was, "resourceNames"))),
    ),
  );
}

function coversItems(now: Expression, was: Expression, entries: number): Expression {
  const isWithin = walk("all", was, { as: "item", most: entries, body: (item) => isIn(item, now) });
  return all(areComparable(now, was, entries), any(isIn(text("*"), now), isWithin));
}

/** `*` stands for every resource, and for none of their subresources. */
function coversResources(now: Expression, was: Expression): Expression {
  const isResource = (item: Expression): Expression => not(method(item, "contains", [text("/")], ownSpan));
  const isWithin = walk("all", was, {
    as: "item",
    most: most.items,
    body: (item) => any(isIn(item, now), all(isResource(item), isIn(text("*"), now))),
  });
  return all(areComparable(now, was, most.items), any(isIn(text("*/*"), now), isWithin));
}

function areComparable(now: Expression, was: Expression, entries: number): Expression {
  return all(not(isLarger(now, entries)), not(isLarger(was, entries)));
}
