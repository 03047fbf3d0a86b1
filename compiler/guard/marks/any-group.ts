import { iterationLimit } from "../../language/limits.ts";
import type { Span } from "../../diagnostics/span.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import { isPattern, patternSuffix, type MatchEntry } from "../../api/coverage.ts";
import {
  type Comprehension,
  type Expression,
  binary,
  call,
  comprehension,
  identifier,
  listLiteral,
  literal,
  local,
  mapLiteral,
  method,
  optionalSelect,
  select,
} from "../../ir/expression.ts";
import { anyGroup } from "../../ir/guards.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { once, onceHere } from "../../ir/once.ts";
import { children, mapChildren, iterationsStored } from "../../ir/expressions/visit.ts";
import { removesProtection } from "./mark-removal.ts";
import { marksIn, withNewMarks } from "./marks.ts";
import { isAboutRequest } from "./terms.ts";

/**
 * Marks whose key begins with the API group of what they protect: `s3.services.k8s.aws/prevent-delete`. A pattern
 * stands for more groups than anybody can list, so the keys that the Namespace has, or gets, say which groups it is
 * about; and for all others there is no such key. Undefined where the condition needs the group for something else.
 */
export function unmarksForAnyGroup(condition: Expression, match: readonly MatchEntry[]): Expression | undefined {
  const endings = endingsOf(condition);
  if (endings === undefined || isAboutRequest(condition) || iterationsStored(condition)) return undefined;
  const [ending] = endings;
  if (ending === undefined) return removesProtection(condition);
  const isOfLabels = marksIn(condition, "oldObject").some(
    ({ map, key }) => map === "labels" && key !== undefined && isGroupKey(key),
  );
  if (endings.length > 1 || isOfLabels) return undefined;
  const isKey = match.map(({ group }) => group).filter(isPattern);
  return unmarksByKey(condition, { ending, suffixes: isKey.map(patternSuffix) });
}

/** What follows the group where it begins a key; undefined where it stands anywhere else. */
function endingsOf(condition: Expression): readonly string[] | undefined {
  const found = new Set<string>();
  const visit: (node: Expression) => boolean = onceHere((node) => {
    const ending = endingOf(node);
    if (ending !== undefined) found.add(ending);
    if (ending !== undefined) return true;
    return !(node.kind === "identifier" && node.name === anyGroup) && children(node).every(visit);
  });
  return visit(condition) ? [...found] : undefined;
}

/** `/prevent-delete` of `anyGroup + '/prevent-delete'` */
function endingOf(node: Expression): string | undefined {
  if (node.kind !== "binary" || node.operator !== "+") return undefined;
  const { left, right } = node;
  const isGroup = left.kind === "identifier" && left.name === anyGroup;
  return isGroup && right.kind === "literal" && typeof right.value === "string" ? right.value : undefined;
}

interface Key {
  readonly ending: string;
  readonly suffixes: readonly string[];
}

function unmarksByKey(condition: Expression, key: Key): Expression {
  const { span } = condition;
  const [old, now] = [annotationsOf("oldObject", "annotations", span), annotationsOf("object", "annotationsAfter", span)];
  const isLost = (before: Expression): Expression => and(before, or(isLarge(now), negate(withNewMarks(before))));
  const marks = identifier("marks", span);
  const isLostByKey = iterate(marks, "key", and(isKeyOf(key, span), isLost(withThisKey(condition))), iterationLimit);
  const isLostByAnyKey = iterate(listLiteral([old, now], span), "marks", and(negate(isLarge(marks)), isLostByKey), 2);
  return and(binary(old, "!=", now, span), or(isLost(withoutAnyKey(condition)), isLostByAnyKey));
}

function isKeyOf({ ending, suffixes }: Key, span: Span): Expression {
  return suffixes
    .map((suffix): Expression => method(identifier("key", span), "endsWith", [literal(`${suffix}${ending}`, span)], span))
    .reduce((left, right) => or(left, right));
}

function annotationsOf(root: string, name: string, span: Span): Expression {
  const annotations = optionalSelect(select(identifier(root, span), "metadata", span), "annotations", span);
  return local(name, method(annotations, "orValue", [mapLiteral([], span)], span), "author");
}

/** What nobody can iterate over: the API server's time is limited. An update may not hide marks in so many others. */
function isLarge(map: Expression): Expression {
  return binary(call("size", [map], map.span), ">", literal(iterationLimit, map.span), map.span);
}

function iterate(range: Expression, variable: string, body: Expression, entries: number): Comprehension {
  return comprehension({ method: "exists", range, variable, body, bound: undefined, entries, span: range.span });
}

/** The key of one group in the place of every key that begins with a group. */
const withThisKey: (node: Expression) => Expression = once((node) =>
  endingOf(node) === undefined ? mapChildren(node, withThisKey) : identifier("key", node.span),
);

/** The same for a group that has no key: what is looked up is not there. */
const withoutAnyKey: (node: Expression) => Expression = once((node) => {
  if (node.kind === "local") return { ...node, definition: withoutAnyKey(node.definition), name: `${node.name}Generic` };
  if (node.kind === "call" && node.function === "or" && node.receiver !== undefined && isLookUp(node.receiver)) {
    const [other] = node.arguments as readonly [Expression];
    return withoutAnyKey(other);
  }
  return isLookUp(node) ? call("optional.none", [], node.span) : mapChildren(node, withoutAnyKey);
});

function isLookUp(node: Expression): boolean {
  return node.kind === "local" ? isLookUp(node.definition) : node.kind === "index" && isGroupKey(node.index);
}

function isGroupKey(node: Expression): boolean {
  return node.kind === "local" ? isGroupKey(node.definition) : endingOf(node) !== undefined;
}
