import { Node } from "ts-morph";
import type { Span } from "../../../diagnostics/span.ts";
import { and } from "../../../ir/expressions/boolean.ts";
import { type Expression, binary, conditional, literal, method } from "../../../ir/expression.ts";
import { identity } from "../../../ir/expressions/identity.ts";
import { textSize } from "../../../ir/expressions/text.ts";
import { named } from "../../expressions/coerce.ts";
import { nameOfPath } from "../../path.ts";
import { type Dynamic, type Value, dynamicText, rejected, staticValue, undefinedValue } from "../../value.ts";
import { afterIterating } from "../../evaluation-order.ts";
import type { CallSite } from "../../calls/call.ts";
import { isFoundBefore } from "./found-places.ts";
import { isCutAtTestedEnd } from "./tested-ends.ts";
import { type TextPosition, notNegative, positionOf, within } from "./text-limits.ts";
import { askedTexts } from "../case/asked-texts.ts";
import { countsCharacters } from "../text-rejections.ts";
import type { Place } from "../../scope.ts";

/** Text of ASCII characters, with a name, its length and the bounds that are asked for. */
interface Measured {
  readonly text: Expression;
  readonly size: Expression;
  readonly span: Span;
  readonly bounds: readonly TextPosition[];
  /** What is known of a part. */
  readonly part: Partial<Dynamic>;
}

function measured(text: Dynamic, args: readonly Value[], place: Place): Measured | undefined {
  if (!text.ascii && !isComparedEdge(args, place) && !isCutAtTestedEnd(args, place)) {
    countsCharacters(text, args, place);
    return undefined;
  }
  const given = args.at(-1) === undefinedValue ? args.slice(0, -1) : args;
  const bounds = given.map((argument) => positionOf(argument, place)).filter((bound) => bound !== undefined);
  if (bounds.length < given.length) return undefined;
  const span = place.scope.span(place.node);
  const { expression } = named(text, nameOfPath(text.path) ?? "text");
  const { showable } = text;
  return { text: expression, size: textSize(expression, span), span, bounds, part: { ascii: text.ascii, showable } };
}

/**
 * The first or last characters of any text, where they are compared with constants alone, of which each character is
 * one in both languages: where one of the text's is cut in two for TypeScript, neither finds the constant.
 */
function isComparedEdge(args: readonly Value[], { node }: Place): boolean {
  const asked = isEdge(args, node) ? askedTexts(node) : undefined;
  return (
    asked !== undefined &&
    asked.parts.length === 0 &&
    asked.whole.every((text) => !/\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(text))
  );
}

/** `slice(0, 3)`, `slice(-3)`, `substring(0, 3)`, `charAt(0)`, `at(0)`, `at(-1)`, `[0]` */
function isEdge(args: readonly Value[], node: Node): boolean {
  const bounds = args.map((argument) => (argument.kind === "static" ? argument.value : undefined));
  const [first, second] = bounds;
  const callee = Node.isCallExpression(node) ? node.getExpression() : undefined;
  const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : "";
  if (name === "slice" && bounds.length === 1) return Number.isInteger(first) && Number(first) < 0;
  if (name === "slice" || name === "substring") return first === 0 && Number.isInteger(second) && Number(second) >= 0;
  return (first === 0 || (name === "at" && first === -1)) && bounds.length === 1;
}

/** `text.slice(-3)` -> `x.substring(size(x) < 3 ? 0 : size(x) - 3)`: CEL fails on positions that are not there. */
export function textSlice(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  const atPlaces = partAtPlaces(text, args, { call, fromEnd: true });
  if (atPlaces !== undefined) return atPlaces;
  const known = measured(text, args, call);
  if (known === undefined) return rejected;
  const [start = 0, end] = known.bounds;
  if (end === undefined)
    return dynamicText(fromPosition(known, within(start, known.size, { fromEnd: true, span: known.span })), known.part);
  return isEmpty(start, end) ? staticValue("") : dynamicText(sliced(known, start, end), known.part);
}

function sliced(known: Measured, start: TextPosition, end: TextPosition): Expression {
  const { size, span } = known;
  const nothing = literal("", span);
  if (typeof start === "number" && typeof end === "number" && start > 0 && end < 0) {
    const inner = cut(known, literal(start, span), binary(size, "-", literal(-end, span), span));
    return conditional(binary(size, ">", literal(start - end, span), span), [inner, nothing], span);
  }
  const from = within(start, size, { fromEnd: true, span });
  const to = within(end, size, { fromEnd: true, span });
  const part = cut(known, from, to);
  return areOrdered(start, end) ? part : conditional(binary(from, "<", to, span), [part, nothing], span);
}

function cut({ text, span }: Measured, from: Expression, to: Expression): Expression {
  return method(text, "substring", [from, to], span);
}

/** Whatever the text is: both count from the same end. */
function isEmpty(start: TextPosition, end: TextPosition): boolean {
  return typeof start === "number" && typeof end === "number" && start < 0 === end < 0 && start >= end;
}

/** No text is short enough to turn them round. */
function areOrdered(start: TextPosition, end: TextPosition): boolean {
  if (start === 0) return true;
  return typeof start === "number" && typeof end === "number" && start < 0 === end < 0;
}

function fromPosition({ text, span }: Measured, from: Expression): Expression {
  return from.kind === "literal" && from.value === 0 ? text : method(text, "substring", [from], span);
}

/**
 * A part of any text between places in it, or from its beginning; undefined where the bounds are numbers. `slice(0, i)`
 * with an `i` of -1 leaves out the last unit, which may be half a character: that is rejected, unless the author has
 * asked before whether anything was found.
 */
function partAtPlaces(
  text: Dynamic,
  args: readonly Value[],
  { call, fromEnd }: { readonly call: CallSite; readonly fromEnd: boolean },
): Value | undefined {
  if (!args.some(({ kind }) => kind === "position")) return undefined;
  const span = call.scope.span(call.node);
  const nodes = Node.isCallExpression(call.node) ? call.node.getArguments() : [];
  const mayBeNegative = (at: number): boolean => fromEnd && !isFoundBefore(nodes[at] ?? call.node, call.node);
  const bounds = args.map((bound, at) => placeBound(bound, text, { mayBeNegative: () => mayBeNegative(at), span }));
  const [from, to] = bounds;
  if (from === undefined || bounds.includes(undefined)) return rejectPlaces(args, call);
  const { expression } = named(text, nameOfPath(text.path) ?? "text");
  if (to === undefined) return dynamicText(method(expression, "substring", [from], span));
  const part = (a: Expression, b: Expression): Expression => method(expression, "substring", [a, b], span);
  if (from.kind === "literal") return dynamicText(part(from, to));
  const otherwise = fromEnd ? literal("", span) : part(to, from);
  return dynamicText(conditional(binary(from, "<=", to, span), [part(from, to), otherwise], span));
}

interface Bounding {
  /** And counts from the end then. */
  readonly mayBeNegative: () => boolean;
  readonly span: Span;
}

function placeBound(bound: Value, text: Dynamic, { mayBeNegative, span }: Bounding): Expression | undefined {
  if (bound.kind === "static" && bound.value === 0) return literal(0, span);
  if (
    bound.kind !== "position" ||
    bound.isThere !== undefined ||
    bound.text !== identity(named(text, nameOfPath(text.path) ?? "text").expression)
  )
    return undefined;
  if (bound.added === 1) return bound.expression;
  return mayBeNegative() ? undefined : notNegative(bound.expression, span);
}

function rejectPlaces(args: readonly Value[], call: CallSite): Value {
  const place = args.find((bound) => bound.kind === "position");
  return place === undefined ? rejected : call.scope.rejectLimited(place);
}

/** Negative positions are 0, and the smaller comes first. */
export function substring(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  const atPlaces = partAtPlaces(text, args, { call, fromEnd: false });
  if (atPlaces !== undefined) return atPlaces;
  const known = measured(text, args, call);
  if (known === undefined) return rejected;
  const { size, span, part } = known;
  const bounds = known.bounds.every((bound) => typeof bound === "number")
    ? known.bounds.map((bound) => Math.max(0, bound)).toSorted((a, b) => a - b)
    : known.bounds;
  const [from, to] = bounds.map((bound) => within(bound, size, { fromEnd: false, span }));
  if (from === undefined) return rejected;
  if (to === undefined) return dynamicText(fromPosition(known, from), part);
  const isOrdered = bounds !== known.bounds || bounds[0] === 0;
  if (isOrdered) return dynamicText(cut(known, from, to), part);
  return dynamicText(conditional(binary(from, "<", to, span), [cut(known, from, to), cut(known, to, from)], span), part);
}

/** `text.at(-1)`: nothing where the text is shorter. */
export function atPosition(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  const known = measured(text, args, call);
  return known === undefined ? rejected : afterIterating([text], characterAt(known, { fromEnd: true }));
}

/** `text[0]` */
export function readCharacter(text: Dynamic, position: Value, place: Place): Value {
  const known = measured(text, [position], place);
  return known === undefined ? rejected : afterIterating([text], characterAt(known, { fromEnd: false }));
}

function characterAt({ text, size, span, bounds: [position = 0], part }: Measured, { fromEnd }: { fromEnd: boolean }): Value {
  const zero = literal(0, span);
  const isBefore = (at: Expression): Expression => binary(size, ">", at, span);
  const character = (at: Expression, guard: Expression): Value =>
    dynamicText(method(text, "charAt", [at], span), { ...part, presence: { kind: "guarded", guard } });
  if (typeof position === "number") {
    if (position < 0 && !fromEnd) return undefinedValue;
    const distance = literal(Math.abs(position), span);
    return position >= 0
      ? character(distance, isBefore(distance))
      : character(binary(size, "-", distance, span), binary(size, ">=", distance, span));
  }
  const fromStart = conditional(binary(position, "<", zero, span), [binary(size, "+", position, span), position], span);
  const at = fromEnd ? fromStart : position;
  return character(at, and(binary(zero, "<=", at, span), isBefore(at)));
}

/** `text.charAt(1)`: empty where the text is shorter. CEL gives that right behind the end, and fails further on. */
export function charAt(text: Dynamic, args: readonly Value[], call: CallSite): Value {
  const known = measured(text, args, call);
  if (known === undefined) return rejected;
  const { size, span, part } = known;
  const [position = 0] = known.bounds;
  const character = (at: Expression): Expression => method(known.text, "charAt", [at], span);
  if (position === 0) return dynamicText(character(literal(0, span)), part);
  if (typeof position === "number") {
    if (position < 0) return staticValue("");
    return dynamicText(character(within(position, size, { fromEnd: false, span })), part);
  }
  const isThere = and(binary(literal(0, span), "<=", position, span), binary(position, "<", size, span));
  // The position alone may decide, of a text that has been worked out anyway.
  return afterIterating([text], dynamicText(conditional(isThere, [character(position), literal("", span)], span), part));
}
