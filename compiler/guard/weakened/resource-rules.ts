import { type Expression, method } from "../../ir/expression.ts";
import { negate as not } from "../../ir/expressions/negate.ts";
import { most } from "./most-compared.ts";
import { all, any, equals, field, isIn, isLarger, listOrEmpty, maybe, ownSpan, textLiteral, iterate } from "./words.ts";

/** bool: of the one some rule matches what no rule of the other does. */
export function isNotCovered(some: Expression, others: Expression): Expression {
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
