import {
  type Expression,
  binary,
  call as celCall,
  conditional,
  listLiteral,
  literal,
  local,
  method,
} from "../../ir/expression.ts";
import { textSize } from "../../ir/expressions/text.ts";
import type { CallSite } from "../calls/call.ts";
import { matchProblem, matchTextLimit } from "../../language/parse/number-in-text.ts";
import { after } from "../evaluation-order.ts";
import { withoutType } from "../cel-type.ts";
import { textOr, toDynamic } from "../expressions/coerce.ts";
import { asOptional } from "../expressions/presence.ts";
import { shortText } from "../numbers/text-to-read.ts";
import type { GroupPlace } from "../patterns/groups.ts";
import type { Findable } from "../patterns/translate.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type PatternValue, type Presence, type Value, always, dynamic, rejected } from "../value.ts";

/**
 * `text.match(/^(\w+)-/)`: what CEL finds, and its groups, as a list where there is a match and `null` elsewhere. CEL
 * finds the whole match alone; where a group begins and ends in it has to be told by the pattern (patterns/groups.ts).
 */
export function lowerMatch(asked: Value, pattern: PatternValue, call: CallSite): Value {
  const { node, scope } = call;
  const found = findableOf(pattern, call);
  const text = found && textToMatch(asked, call);
  if (found === undefined || text === undefined) return rejected;
  const { text: short, name, demands } = shortText(text, { most: matchTextLimit, problem: matchProblem });
  const match = matchIn(short, name, found);
  if (match === undefined) return scope.reject("unplaced-group", node, { text: node.getText() });
  const list = listOfParts(match.parts, text);
  return after(demands, { ...list, presence: { kind: "guarded", guard: match.isFound }, isNull: "where absent" });
}

/** A match and its groups, of a text. */
export function listOfParts(parts: readonly [Part, ...Part[]], { ascii }: Pick<Dynamic, "ascii">): Dynamic {
  const sparse = parts.some(({ isOptional }) => isOptional);
  const items = sparse ? parts.map(asItem) : parts.map(({ text }) => text);
  const shape = { kind: "list", element: { kind: "string" } } as const;
  return dynamic(listLiteral(items, parts[0].text.span), shape, { ascii, small: true, sparse });
}

/** Of a list whose elements may be absent: all of them have one type for CEL's checker. */
function asItem({ text, isOptional }: Part): Expression {
  return withoutType(asOptional(dynamic(text, { kind: "string" }, isOptional ? { presence: whereNotEmpty(text) } : {})));
}

/** A group that may be absent takes something where it is there. */
function whereNotEmpty(text: Expression): Presence {
  return { kind: "guarded", guard: binary(text, "!=", literal("", text.span), text.span) };
}

/** What CEL finds of the pattern; undefined after a diagnostic, where that would be something else. */
export function findableOf({ translated: { found }, node, text, flags }: PatternValue, { scope }: Place): Findable | undefined {
  if (found === "halves") scope.reject("pattern-without-u", node, { text, flags: `${flags}u` });
  else if (found === "lines") scope.reject("pattern-flag", node, { text, flag: "m" });
  else return found;
  return undefined;
}

/** Undefined after a diagnostic. */
export function textToMatch(asked: Value, { node, scope }: Place): Dynamic | undefined {
  const text = toDynamic(textOr(asked, node, scope), node, scope);
  if (text === undefined || text.shape.kind === "string") return text;
  scope.reject("not-a-value", node, { text: node.getText() });
  return undefined;
}

interface Match {
  /** bool */
  readonly isFound: Expression;
  /** What matches, and each of its groups. */
  readonly parts: readonly [Part, ...Part[]];
}

interface Part {
  /** string */
  readonly text: Expression;
  /** `undefined` in TypeScript where it is empty. */
  readonly isOptional: boolean;
}

/** Undefined where CEL cannot say where a group is. */
export function matchIn(text: Expression, name: string, findable: Findable): Match | undefined {
  const { groups } = findable;
  if (groups === undefined) return undefined;
  const found = foundIn(text, name, findable);
  return { isFound: found.isFound, parts: [{ text: found.whole, isOptional: false }, ...groupsOf(found, name, findable)] };
}

/** A match that has been found, and its groups, whose places are known. */
export function partsOfMatch(whole: Expression, findable: Findable): Match["parts"] {
  const found = { whole, isFound: literal(true, whole.span) };
  return [{ text: whole, isOptional: false }, ...groupsOf(found, "match", findable)];
}

function groupsOf(found: Found, name: string, findable: Findable): readonly Part[] {
  return (findable.groups ?? []).map((place, at) => {
    const text = groupOf(found, place, findable);
    const { isOptional } = place;
    // Whether it is empty is asked before it is read.
    return { text: isOptional ? local(`${name}Group${at + 1}`, text, "compiler") : text, isOptional };
  });
}

interface Found {
  /** string: what matches, nothing where nothing does. */
  readonly whole: Expression;
  /** bool */
  readonly isFound: Expression;
}

function foundIn(expression: Expression, name: string, { re2, isNeverEmpty, addedSteps }: Findable): Found {
  const { span } = expression;
  const pattern = literal(re2, span);
  const whole = local(`${name}Match`, { ...method(expression, "find", [pattern], span), addedSteps }, "compiler");
  if (isNeverEmpty) return { whole, isFound: binary(whole, "!=", literal("", span), span) };
  return { whole, isFound: { ...method(expression, "matches", [pattern], span), addedSteps } };
}

function groupOf({ whole, isFound }: Found, { before, after: behind }: GroupPlace, { print }: Findable): Expression {
  const { span } = whole;
  const find = (text: Expression, pattern: string): Expression => method(text, "find", [literal(pattern, span)], span);
  const start = typeof before === "number" ? literal(before, span) : textSize(find(whole, print(before)), span);
  const cut = (...bounds: readonly Expression[]): Expression => method(whole, "substring", bounds, span);
  const isWhole = before === 0;
  const rest = isWhole ? whole : cut(start);
  // Without a match there is nothing to cut.
  const guarded = (part: Expression): Expression =>
    isFound.kind === "literal" ? part : conditional(isFound, [part, literal("", span)], span);
  const restWhereFound = typeof before === "number" && !isWhole ? guarded(rest) : rest;
  if (typeof behind !== "number") return find(restWhereFound, print(behind));
  if (behind === 0) return restWhereFound;
  const end = binary(celCall("size", [whole], span), "-", literal(behind, span), span);
  return guarded(cut(start, end));
}

/** The elements of a list that is written out, as what `match` gives. */
export function writtenElements(list: Expression): readonly Expression[] | undefined {
  if (list.kind === "local") return writtenElements(list.definition);
  if (list.kind === "sequence") return writtenElements(list.then);
  return list.kind === "list" ? list.elements : undefined;
}

/** An element of a match that has groups which may be absent, without the CEL optional around it; undefined for another. */
export function writtenItem(item: Expression): Pick<Dynamic, "expression" | "presence"> | undefined {
  const [inner] = item.kind === "call" && item.function === "dyn" ? item.arguments : [];
  if (inner?.kind !== "conditional") return contentOf(inner, always);
  const { condition, whenTrue, whenFalse } = inner;
  const isNothing = whenFalse.kind === "call" && whenFalse.function === "optional.none";
  return isNothing ? contentOf(whenTrue, { kind: "guarded", guard: condition }) : undefined;
}

function contentOf(node: Expression | undefined, presence: Presence): Pick<Dynamic, "expression" | "presence"> | undefined {
  const [expression] = node?.kind === "call" && node.function === "optional.of" ? node.arguments : [];
  return expression && { expression, presence };
}
